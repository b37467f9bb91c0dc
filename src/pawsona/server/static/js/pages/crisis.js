// Help now: no pet, window, tabs or colour. It lies over Talk, so that leaving it is leaving nothing.
import { clear, h } from "../dom.js";
import { get, patch } from "../api.js";
import { select } from "../controls.js";
import { countries } from "../countries.js";
import { session } from "../session.js";
import { focusHeading } from "../shell.js";
import { spoken, t } from "../words.js";
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
  const lines = h("div", {}, helpList(resources, contact));
  const view = h(
    "main",
    { class: "crisis" },
    words.heard && h("p", {}, words.heard),
    h("h1", {}, words.title),
    words.before.map((line) => h("p", {}, line)),
    lines,
    where(lines, contact),
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

/** Where the person is can be said here, and the lines follow. */
function where(lines, contact) {
  const place = h("div", { class: "field" });
  const chosen = async (region) => {
    await patch("/person", { region });
    clear(lines, helpList(await get(`/care/resources?${new URLSearchParams({ language: spoken(), region })}`), contact));
  };
  get(`/choices?language=${spoken()}`).then((choices) => clear(place, select("crisis-region", t("care.region"), countries(choices), session.home.person?.region ?? "", (region) => chosen(region).catch(() => {}))), () => {});
  return place;
}

/** The first line takes in what was said, the second is the question; the listed places are shown large instead. */
function parts(text, resources) {
  const lines = text.split("\n").filter(Boolean);
  const listed = lines.findIndex((line) => line.startsWith("- "));
  if (listed < 3) return { title: resources.title, before: [resources.intro].filter(Boolean), after: [t("crisis.keep")] };
  return { heard: lines[0], title: lines[1], before: lines.slice(2, listed), after: lines.slice(listed).filter((line) => !line.startsWith("- ")) };
}
