// Help now: no pet, window, tabs or colour. It lies over Talk, so that leaving it is leaving nothing.
import { clear, h } from "../dom.js";
import { focusHeading } from "../shell.js";
import { t } from "../words.js";
import { helpList } from "./resources.js";

/** message: the words of the protocol; resources: where help is; contact: whom the person named, where it may happen now; left: called when the person goes back to writing. */
export function showCrisis(message, resources, contact, left) {
  const words = parts(message.text, resources);
  const root = document.documentElement;
  const talk = document.getElementById("main");
  const before = root.dataset.page;
  const leave = () => {
    view.remove();
    talk.hidden = false;
    root.dataset.page = before;
    document.removeEventListener("keydown", keys);
    document.getElementById("say")?.focus();
    left();
  };
  const keys = (event) => {
    if (!view.isConnected) document.removeEventListener("keydown", keys);
    else if (event.key === "Escape") leave();
  };
  const view = h(
    "main",
    { class: "crisis" },
    words.heard && h("p", {}, words.heard),
    h("h1", {}, words.title),
    words.before.map((line) => h("p", {}, line)),
    helpList(resources, contact),
    !words.heard && resources.emergency?.text && h("p", {}, resources.emergency.text),
    words.after.map((line) => h("p", {}, line)),
    resources.note && h("p", { class: "quiet" }, resources.note),
    h("div", { class: "end" }, h("button", { class: "btn soft", type: "button", onclick: leave }, t("crisis.leave"))),
  );
  root.dataset.page = "crisis";
  clear(document.getElementById("toasts"));
  talk.hidden = true;
  talk.after(view);
  document.addEventListener("keydown", keys);
  window.scrollTo(0, 0);
  focusHeading(view);
}

/** The first line takes in what was said, the second is the question; the listed places are shown large instead. */
function parts(text, resources) {
  const lines = text.split("\n").filter(Boolean);
  const listed = lines.findIndex((line) => line.startsWith("- "));
  if (listed < 3) return { title: resources.title, before: [resources.intro].filter(Boolean), after: [t("crisis.keep")] };
  return { heard: lines[0], title: lines[1], before: lines.slice(2, listed), after: lines.slice(listed).filter((line) => !line.startsWith("- ")) };
}
