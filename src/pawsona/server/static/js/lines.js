// One line of talk each: what the person said, what the pet says, a quiet line, words that were not answered.
import { h } from "./dom.js";
import { fillRecalled } from "./recall.js";
import { clockTime, dayFull, dayOf } from "./dates.js";
import { session } from "./session.js";
import { t, tongue } from "./words.js";

export function personLine(text, id = null, fresh = false) {
  const line = h("p", { class: fresh ? "you-say new" : "you-say", lang: tongue(text), tabindex: "-1" }, h("span", { class: "sr" }, t("talk.you")), h("bdi", {}, text));
  if (id) line.id = `m-${id}`;
  return line;
}

/** An answer that is complete: its words, and what it remembered in them. */
export function petLine(message, see, openHelp) {
  const line = h("div", { class: message.crisis ? "pet-says help-words" : "pet-says", id: `m-${message.id}`, lang: tongue(message.text), tabindex: "-1" });
  if (!message.crisis) line.append(name());
  fillRecalled(line, message.text, message.memories, see);
  if (message.stopped) line.append(h("p", { class: "quiet" }, t("talk.stopped")));
  if (message.crisis && message.resources) line.append(h("div", {}, h("button", { class: "text-link", type: "button", onclick: () => openHelp(message, message.resources) }, t("crisis.open"))));
  return line;
}

export const name = () => h("b", {}, session.pet.name);

/** A line of the pet's that is no message: its question after a hard talk. */
export const spokenLine = (text) => h("div", { class: "pet-says", lang: tongue(text) }, name(), text);

export const quietLine = (text) => h("p", { class: "when" }, text);

export function timeLine(moment) {
  const today = dayOf(moment) === dayOf(session.now?.local_time ?? new Date().toISOString());
  return quietLine(t("talk.when", { day: today ? t("talk.today") : dayFull(dayOf(moment)), time: clockTime(moment) }));
}

export const typing = () =>
  h("span", { class: "typing", role: "img", "aria-label": t("talk.writing", { pet: session.pet.name }) }, h("i", {}), h("i", {}), h("i", {}));

/** Under words that got no reply: why, and Try again in place. */
export function unanswered(why, again) {
  const row = h("div", { class: "unanswered", role: "alert" }, h("span", {}, why));
  if (again) row.append(h("button", { class: "text-link", type: "button", onclick: () => (row.remove(), again()) }, t("state.again")));
  return row;
}

/** Its reply is there: nothing asks for it any more, and what was shown of it before it broke off gives way to it. */
export function answered(line) {
  let next = line.nextElementSibling;
  while (next && !next.matches("[id], .you-say")) {
    const one = next;
    next = next.nextElementSibling;
    if (one.matches(".unanswered, .pet-says.new")) one.remove();
  }
}
