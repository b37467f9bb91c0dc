// A line on top that the app says, until somebody has read it: what this is, and that a break would be good.
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** One line for each text; the same one twice is one. `more`: where it leads, {href, label}. */
export function showBanner(place, text, more = null) {
  if ([...place.children].some((one) => one.dataset.text === text)) return;
  const line = h("div", { class: "banner", role: "status", "aria-label": t("banner.label"), "data-text": text }, icon("care"), h("p", {}, text, more && [" ", h("a", { class: "text-link", href: more.href }, more.label)]), h("button", { class: "text-link", type: "button", onclick: () => line.remove() }, t("banner.close")));
  place.append(line);
}
