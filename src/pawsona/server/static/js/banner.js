// A line on top that the app says, until somebody has read it: what this is, and that a break would be good.
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** One line for each text; the same one twice is one. */
export function showBanner(place, text) {
  if ([...place.children].some((one) => one.dataset.text === text)) return;
  const line = h("div", { class: "banner", role: "status", "aria-label": t("banner.label"), "data-text": text }, icon("care"), h("p", {}, text), h("button", { class: "text-link", type: "button", onclick: () => line.remove() }, t("banner.close")));
  place.append(line);
}
