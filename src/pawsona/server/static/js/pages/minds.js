// Settings: which minds a pet has spoken with, newest first; going back, and following the settings again.
import { h } from "../dom.js";
import { post } from "../api.js";
import { clockTime, momentDay } from "../dates.js";
import { at } from "../session.js";
import { t } from "../words.js";

const SHOWN = 5;
export const named = (mind) => (mind === "storybook" ? t("mind.storybook") : mind.replace(/^llm:/, ""));

/** pins: oldest first; act(work, said): does it, tells it and draws the section again. */
export function history(pins, pet, act) {
  if (pins.length < 2) return null;
  const newest = pins.toReversed();
  const [now] = newest;
  const before = newest.find((pin) => pin.mind !== now.mind || pin.prompts !== now.prompts || (pin.nights && now.nights && pin.nights !== now.nights));
  const rows = newest.map((pin, n) => row(pin, newest[n + 1], n === 0 && pin.held));
  const change = (way) => act(() => post(at(`/minds/${way}`)), (pin) => t(pin.held ? "mind.keeps" : "mind.follows", { pet: pet.name, name: named(pin.mind) }));
  return [
    h("h3", {}, t("mind.history", { pet: pet.name })),
    h("ol", { class: "list pins" }, rows.slice(0, SHOWN)),
    rows.length > SHOWN && h("details", { class: "others" }, h("summary", {}, t("mind.earlier")), h("ol", { class: "list pins" }, rows.slice(SHOWN))),
    h(
      "div",
      { class: "end" },
      before && h("button", { class: "btn soft", type: "button", onclick: () => change("undo") }, t("mind.undo", { name: both(before) })),
      now.held && h("button", { class: "btn soft", type: "button", onclick: () => change("follow") }, t("mind.follow")),
    ),
  ];
}

const both = (pin) => (pin.nights && pin.nights !== pin.mind ? t("mind.and-nights", { name: named(pin.mind), nights: named(pin.nights) }) : named(pin.mind));

/** The same model with other instructions is told apart by them. */
function row(pin, older, held) {
  const instructed = older?.mind === pin.mind && older.prompts !== pin.prompts;
  const what = instructed ? t("mind.new-prompts", { name: named(pin.mind), prompts: pin.prompts }) : both(pin);
  return h("li", {}, h("time", { datetime: pin.at }, t("talk.when", { day: momentDay(pin.at), time: clockTime(pin.at) })), h("span", {}, what, held && h("span", { class: "quiet" }, t("mind.held"))));
}
