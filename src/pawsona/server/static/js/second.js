// The second row of links under Diary: the pet's day, and what the two of you keep.
import { h } from "./dom.js";
import { t } from "./words.js";

const PATHS = { diary: "/diary", notes: "/notes", promises: "/promises", you: "/you" };

export function second(current) {
  const links = Object.entries(PATHS).map(([name, path]) => h("a", { href: path, "aria-current": name === current ? "page" : null }, t(`second.${name}`)));
  return h("nav", { class: "second", "aria-label": t("nav.diary") }, links);
}
