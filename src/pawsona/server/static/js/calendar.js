// A month with a disc for each day that has a diary.
import { clear, h } from "./dom.js";
import { icon } from "./icons.js";
import { dayFull, monthName, weekdays } from "./dates.js";
import { t } from "./words.js";

const two = (number) => String(number).padStart(2, "0");

/** dates: days with a diary; shown: the open one. The month can be turned as far as there are diaries. */
export function calendar(dates, shown) {
  const known = new Set(dates);
  const months = [...dates, shown].map((day) => day.slice(0, 7)).sort();
  const place = h("div", {});
  const draw = (month, side = null) => {
    const [year, number] = month.split("-").map(Number);
    const turn = (step) => {
      const next = new Date(Date.UTC(year, number - 1 + step, 1));
      return `${next.getUTCFullYear()}-${two(next.getUTCMonth() + 1)}`;
    };
    const button = (name, step, possible) =>
      h("button", { type: "button", class: name, "aria-label": t(`diary.${name}`), disabled: !possible, onclick: () => draw(turn(step), name) }, icon(name));
    const head = h(
      "div",
      { class: "cal-head" },
      button("back", -1, months[0] < month),
      h("span", { "aria-live": "polite" }, monthName(`${month}-01`)),
      button("forth", 1, months.at(-1) > month),
    );
    clear(place, head, grid(year, number, known, shown));
    if (side) place.querySelector(`.${side}`).focus();
  };
  draw(shown.slice(0, 7));
  return place;
}

function grid(year, month, known, shown) {
  const before = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells = Array.from({ length: days }, (_, n) => {
    const day = `${year}-${two(month)}-${two(n + 1)}`;
    if (!known.has(day) && day !== shown) return h("span", {}, String(n + 1));
    return h("a", { href: `/diary/${day}`, "aria-label": dayFull(day), "aria-current": day === shown ? "date" : null }, String(n + 1));
  });
  const heads = weekdays().map((name) => h("span", { "aria-hidden": "true" }, name));
  return h("div", { class: "cal" }, heads, Array.from({ length: before }, () => h("span", {})), cells);
}
