// An address that leads nowhere says so, and shows the way home.
import { clear, h } from "../dom.js";
import { t } from "../words.js";

export function nowhere(main) {
  clear(main, h("div", { class: "page-state" }, h("h1", {}, t("nowhere.title")), h("p", {}, t("nowhere.what")), h("p", {}, h("a", { class: "text-link", href: "/" }, t("nowhere.home")))));
}
