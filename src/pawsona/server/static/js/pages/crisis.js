// Help now: no pet, window, tabs or colour. It lies over Talk, so that leaving it is leaving nothing.
import { h } from "../dom.js";
import { focusHeading } from "../shell.js";
import { t } from "../words.js";
import { helpList } from "./resources.js";

export function showCrisis(resources, left) {
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
    h("h1", {}, resources.title),
    resources.intro && h("p", {}, resources.intro),
    helpList(resources),
    resources.emergency?.text && !resources.emergency.numbers.length && h("p", {}, resources.emergency.text),
    resources.note && h("p", {}, resources.note),
    h("p", {}, t("crisis.keep")),
    h("div", { class: "end" }, h("button", { class: "btn soft", type: "button", onclick: leave }, t("crisis.leave"))),
  );
  root.dataset.page = "crisis";
  talk.hidden = true;
  talk.after(view);
  document.addEventListener("keydown", keys);
  window.scrollTo(0, 0);
  focusHeading(view);
}
