// Dates and times in the person's language and time zone; never "x minutes ago".
import { spoken } from "./words.js";
import { session } from "./session.js";

const tag = () => (spoken() === "zh" ? "zh-CN" : "en-GB");
const zone = () => session.home?.person?.time_zone;

function format(value, options) {
  return new Intl.DateTimeFormat(tag(), options).format(value);
}

/** A calendar day ("2026-11-20") is no moment: it is read and shown in UTC. */
const calendar = (day) => new Date(`${day}T00:00:00Z`);

export const dayName = (day) => format(calendar(day), { day: "numeric", month: "long", timeZone: "UTC" });
export const dayFull = (day) => format(calendar(day), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
export const dayOfYear = (day) => format(calendar(day), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
export const dayShort = (day) => format(calendar(day), { day: "numeric", month: "short", timeZone: "UTC" });
export const monthName = (day) => format(calendar(day), { month: "long", year: "numeric", timeZone: "UTC" });

export function weekdays() {
  const monday = Date.UTC(2024, 0, 1);
  const short = spoken() === "zh" ? "narrow" : "short";
  return Array.from({ length: 7 }, (_, n) => format(monday + n * 864e5, { weekday: short, timeZone: "UTC" }).slice(0, 2));
}

export const clockTime = (moment) => format(new Date(moment), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone() });
export const momentDay = (moment) => format(new Date(moment), { day: "numeric", month: "long", timeZone: zone() });

/** Whether a day of its own has begun: adopted after midnight, it has the rest of the night before that. */
export const begun = ({ pet, day }) => !day || day.date >= pet.adopted_on;

/** The calendar day of a moment where the person is. */
export function dayOf(moment) {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone() }).format(new Date(moment));
}
