// A person's weeks as one line, and their days as dots around it; drawn at the width that there is.
import { svg } from "./dom.js";
import { dayShort } from "./dates.js";
import { t } from "./words.js";

const HEIGHT = 236;
const EDGE = { top: 14, right: 10, bottom: 34, left: 56 };
const DAY = 864e5;
const WEEK = 7 * DAY;
const FEWEST = 4;
/** A line over a silence would claim to know it. */
const APART = 2 * WEEK;
const LABEL = 74;

const time = (day) => Date.parse(`${day}T00:00:00Z`);
/** Monday of a day's week. */
export const monday = (day) => {
  const at = time(day);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
};

/** Weeks that have days, oldest first: {monday, days, level}. */
export function weeksOf(days) {
  const weeks = new Map();
  for (const day of days) weeks.set(monday(day.date), [...(weeks.get(monday(day.date)) ?? []), day]);
  return [...weeks].map(([start, inside]) => ({ monday: start, days: inside, level: inside.reduce((sum, day) => sum + day.level, 0) / inside.length }));
}

/** days: {date, level from -3 to 3}, oldest first; today: where the line ends; width: pixels. */
export function chart(days, today, width) {
  const end = time(monday(today)) + WEEK;
  const start = Math.min(time(monday(days[0].date)), end - FEWEST * WEEK);
  const x = (at) => EDGE.left + ((at - start) / (end - start)) * (width - EDGE.left - EDGE.right);
  const y = (level) => EDGE.top + ((3 - level) / 6) * (HEIGHT - EDGE.top - EDGE.bottom);
  const noon = (day) => x(time(day.date) + DAY / 2);
  const weeks = weeksOf(days).map((week) => ({ at: time(week.monday), x: week.days.reduce((sum, day) => sum + noon(day), 0) / week.days.length, y: y(week.level) }));
  return svg(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, "aria-hidden": "true" },
    ...axis(y, width),
    ...ticks(start, end, x, width),
    ...days.map((day) => svg("circle", { class: "day", cx: noon(day).toFixed(1), cy: y(day.level).toFixed(1), r: 3 })),
    svg("path", { class: "line", d: line(weeks) }),
    ...weeks.map((week) => svg("circle", { class: "week", cx: week.x.toFixed(1), cy: week.y.toFixed(1), r: 5 })),
  );
}

function axis(y, width) {
  const words = { bright: 2, even: 0, low: -2 };
  return Object.entries(words).flatMap(([name, level]) => {
    const label = svg("text", { x: EDGE.left - 12, y: y(level) + 4, "text-anchor": "end" });
    label.textContent = t(`you.${name}`);
    return [svg("path", { class: name === "even" ? "rule even" : "rule", d: `M${EDGE.left} ${y(level)}H${width - EDGE.right}` }), label];
  });
}

/** The first day of each week, as many as there is room for. */
function ticks(start, end, x, width) {
  const weeks = Math.round((end - start) / WEEK);
  const step = Math.ceil((weeks * LABEL) / (width - EDGE.left - EDGE.right));
  return Array.from({ length: weeks }, (_, n) => n)
    .filter((n) => (weeks - 1 - n) % step === 0)
    .map((n) => {
      const label = svg("text", { x: x(start + n * WEEK + DAY / 2), y: HEIGHT - 8, "text-anchor": "middle" });
      label.textContent = dayShort(new Date(start + n * WEEK).toISOString().slice(0, 10));
      return label;
    });
}

function line(weeks) {
  const joins = (n) => n > 0 && weeks[n].at - weeks[n - 1].at <= APART;
  return weeks.map((week, n) => `${joins(n) ? "L" : "M"}${week.x.toFixed(1)} ${week.y.toFixed(1)}`).join("");
}
