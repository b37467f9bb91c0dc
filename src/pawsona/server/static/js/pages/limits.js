// Time and breaks: limits that one sets for oneself, hours of quiet, how often the pet begins.
import { clear, h } from "../dom.js";
import { patch } from "../api.js";
import { keep, select } from "../controls.js";
import { dayName } from "../dates.js";
import { t } from "../words.js";

const DAYS = [15, 30, 45, 60, 90, 120, 180, 240];
const TIMES = [0, 1, 3, 5, 10];

/** found: what the server knows; changed: called with what it knows then. */
export function limits(pet, found, changed) {
  const place = h("section", {}, h("h2", {}, t("limits.title")), h("p", {}, t("limits.about")));
  const list = h("div", {});
  place.append(list);
  const set = (change) => keep(async () => draw((found = changed(await patch("/care/safeguards", change)))));
  const draw = () => clear(list, day(found, set), rest(found, set), quiet(pet, found, set), unasked(pet, found, set), week(found));
  draw();
  return place;
}

function day(found, set) {
  const known = [...new Set([...DAYS, found.day_minutes].filter(Boolean))].sort((one, other) => one - other);
  const some = known.map((n) => ({ id: String(n), name: t("limits.minutes", { n }) }));
  const other = { id: "other", name: t("limits.day-other") };
  const choices = [{ id: "", name: t("limits.as-like") }, ...some, other];
  const row = select("day-minutes", t("limits.day"), choices, String(found.day_minutes ?? ""), (value) => {
    if (value !== "other") return set({ day_minutes: value ? Number(value) : null });
    const field = h("input", { id: "day-minutes", type: "number", min: 5, max: 1440, inputmode: "numeric", onchange: () => set({ day_minutes: Number(field.value) }) });
    row.lastChild.replaceWith(field);
    return field.focus();
  });
  return row;
}

function rest(found, set) {
  const some = found.breaks.map((n) => ({ id: String(n), name: t(`limits.break.${n}`) }));
  const choices = [{ id: "", name: t("limits.by-rule") }, ...some];
  return select("break-minutes", t("limits.break"), choices, String(found.break_minutes ?? ""), (value) => set({ break_minutes: value ? Number(value) : null }));
}

function quiet(pet, found, set) {
  const start = h("input", { type: "time", value: found.quiet.start, "aria-label": t("limits.from"), required: true });
  const end = h("input", { type: "time", value: found.quiet.end, "aria-label": t("limits.to"), required: true });
  const change = () => start.value && end.value && set({ quiet: { start: start.value, end: end.value } });
  for (const field of [start, end]) field.addEventListener("change", change);
  const about = found.own_quiet ? t("limits.quiet-own", { pet: pet.name }) : t("limits.quiet-usual", { pet: pet.name });
  return h(
    "div",
    { class: "opt", role: "group", "aria-labelledby": "quiet-hours" },
    h("span", { class: "told" }, h("span", { id: "quiet-hours" }, t("limits.quiet")), h("span", { class: "quiet" }, about)),
    h("span", { class: "times" }, start, h("span", { "aria-hidden": "true" }, t("limits.to")), end),
    found.own_quiet && h("button", { class: "text-link", type: "button", onclick: () => set({ quiet: null }) }, t("limits.usual")),
  );
}

function unasked(pet, found, set) {
  const choices = [...new Set([...TIMES, found.unasked])].map((n) => ({ id: String(n), name: TIMES.includes(n) ? t(`limits.unasked.${n}`) : String(n) }));
  return select("unasked", t("limits.unasked", { pet: pet.name }), choices, String(found.unasked), (value) => set({ unasked: Number(value) }));
}

/** What was counted, as one sentence and a short table: nothing to compare oneself with. */
function week(found) {
  const today = h("p", {}, t("limits.today", { n: found.today_minutes }));
  const before = found.days.filter((one) => one.minutes);
  if (!before.length) return h("div", { class: "opt" }, h("p", { class: "quiet" }, t("limits.none-yet")));
  const row = (one) => h("tr", {}, h("th", { scope: "row" }, dayName(one.date)), h("td", {}, t("limits.minutes", { n: one.minutes })));
  return h("details", { class: "opt used" }, h("summary", {}, today), h("table", {}, h("caption", { class: "sr" }, t("limits.days")), h("tbody", {}, before.map(row))));
}
