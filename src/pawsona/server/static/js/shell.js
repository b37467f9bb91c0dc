// The frame of every page: top bar, tabs, the place for a page, the toast and the line that says the server is gone.
import { clear, h } from "./dom.js";
import { icon, mark } from "./icons.js";
import { t, understood } from "./words.js";

const PAGES = ["home", "talk", "diary", "memories"];
const path = (page) => (page === "home" ? "/" : `/${page}`);
/** HTTP's status of a disk without room. */
const FULL = 507;
let toastTimer = 0;

/** Draws the frame and returns the empty `main` of a page. `bare` leaves out every way elsewhere. */
export function frame(page, { bare = false, name = "", retry = null } = {}) {
  document.documentElement.dataset.page = page;
  const main = h("main", { id: "main", class: name });
  const nav = (tabs) =>
    h(
      "nav",
      { class: tabs ? "tabs" : "nav", "aria-label": t(tabs ? "nav.tabs" : "nav.main") },
      PAGES.map((to) => h("a", { href: path(to), "aria-current": to === page ? "page" : null }, tabs && icon(to), t(`nav.${to}`))),
    );
  const side = h(
    "div",
    { class: "side" },
    h("a", { href: "/care", title: t("nav.care"), "aria-current": page === "care" ? "page" : null }, icon("care"), h("span", {}, t("nav.care"))),
    h("a", { href: "/settings", "aria-label": t("nav.settings"), title: t("nav.settings"), "aria-current": page === "settings" ? "page" : null }, icon("settings")),
  );
  const skip = h("a", { class: "skip", href: "#main", onclick: (event) => focusHeading(main, event) }, t("nav.skip"));
  const top = h("header", { class: "top" }, h("a", { class: "mark", href: "/" }, mark(), t("app.name")), !bare && nav(false), !bare && side);
  const gone = h(
    "div",
    { class: "gone", id: "gone", role: "alert", hidden: true },
    h("span", {}, t("state.gone")),
    h("button", { class: "text-link", type: "button", onclick: () => retry?.() }, t("state.again")),
  );
  clear(document.body, skip, top, main, !bare && nav(true), gone, h("div", { id: "toasts", role: "status" }));
  return main;
}

export function showGone(gone) {
  const line = document.getElementById("gone");
  if (line) line.hidden = !gone;
}

/** After a move the heading takes the focus, so that a screen reader says where one is. */
export function focusHeading(main, event) {
  event?.preventDefault();
  const heading = main.querySelector("h1") ?? main;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: !event });
}

/** A quiet line at the bottom; with `act` it offers one thing to do for `seconds`. */
export function toast(text, { label = "", act = null, seconds = 6 } = {}) {
  const place = document.getElementById("toasts");
  clearTimeout(toastTimer);
  const close = () => clear(place);
  const button = act && h("button", { type: "button", onclick: () => (close(), act()) }, label);
  clear(place, h("div", { class: "toast" }, h("span", {}, text), button));
  toastTimer = setTimeout(close, seconds * 1000);
}

export function waiting(words = t("state.loading")) {
  return h("div", { class: "state", role: "status" }, h("p", {}, words));
}

const KNOWN = new Set([401, 403, 404, 409, 412, 413, 422, 429, 503]);

/** What to say of an error: that the server does not answer, or its own sentence; `otherwise` where that is in another language. */
export function explain(error, kept = false, otherwise = "") {
  if (error.status === FULL) return t("state.full");
  if (!error.status) return t(kept ? "state.gone-kept" : "state.gone");
  return understood(error.message) ? error.message : otherwise || t(`error.${KNOWN.has(error.status) ? error.status : 500}`);
}

/** Something went wrong while a part was loaded: says what, and offers to try again. */
export function failure(error, retry) {
  return h(
    "div",
    { class: "state", role: "alert" },
    h("p", {}, explain(error)),
    h("button", { class: "btn soft", type: "button", onclick: retry }, t("state.again")),
  );
}
