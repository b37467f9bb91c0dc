// A remembered thing in what the pet says: underlined where its words are, opened to say where they come from.
import { h } from "./dom.js";
import { reword } from "./reword.js";
import { toast } from "./shell.js";
import { dayOf, dayName } from "./dates.js";
import { t, tongue } from "./words.js";
import { forget, short } from "./forget.js";

const DULL = new Set("a an and are at be but by for from had has have i in is it its my not of on or so that the their them they this to was were will with you your me we he she his her about when what".split(" "));

/** Pieces of a text that can be compared: Chinese characters or words, with where they stand. */
function pieces(text) {
  return [...text.matchAll(/\p{Script=Han}|[\p{L}\p{N}'’]+/gu)].map((found) => ({
    word: found[0].toLowerCase(),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

const weight = (run) => run.reduce((sum, { word }) => sum + (/\p{Script=Han}/u.test(word) ? 0.45 : DULL.has(word) ? 0.1 : 1), 0);

/** The stretch of `said` that shares the weightiest run of words with what was remembered, or null. */
export function stretch(said, remembered) {
  const here = pieces(said);
  const there = pieces(remembered);
  let best = null;
  for (let i = 0; i < here.length; i += 1) {
    for (let j = 0; j < there.length; j += 1) {
      let n = 0;
      while (i + n < here.length && j + n < there.length && here[i + n].word === there[j + n].word) n += 1;
      const run = here.slice(i, i + n);
      if (n && weight(run) >= 1 && (!best || weight(run) > best.weight)) best = { weight: weight(run), from: run[0].from, to: run.at(-1).to };
    }
  }
  return best;
}

/** Fills a line with its text; each memory's words become a button that opens its note. */
export function fillRecalled(line, text, memories, see) {
  const marks = memories.map((memory) => ({ memory, place: stretch(text, memory.text) ?? (memory.quote && stretch(text, memory.quote)) }));
  const inside = marks.filter(({ place }) => place).sort((a, b) => a.place.from - b.place.from);
  const notes = h("div", {});
  const parts = [];
  let done = 0;
  const apart = marks.filter(({ place }) => !place).map(({ memory }) => memory);
  for (const { memory, place } of inside) {
    if (place.from < done) {
      apart.push(memory);
      continue;
    }
    parts.push(text.slice(done, place.from), opener(memory, notes, see, text.slice(place.from, place.to)));
    done = place.to;
  }
  parts.push(text.slice(done));
  line.append(...parts, ...apart.map((memory) => opener(memory, notes, see, null)), notes);
}

function opener(memory, notes, see, words) {
  // A span, because a button breaks the line around it; it behaves as a button does.
  const button = h("span", { role: "button", tabindex: "0", class: words ? "recall" : "recall apart", "aria-expanded": "false" }, words ?? t("recall.apart", { text: short(memory.text) }));
  let note = null;
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
  const close = () => {
    note?.remove();
    note = null;
    button.setAttribute("aria-expanded", "false");
  };
  button.addEventListener("click", () => {
    if (note) return close();
    note = why(memory, see, close, button);
    notes.append(note);
    note.scrollIntoView({ block: "nearest" });
    button.setAttribute("aria-expanded", "true");
  });
  return button;
}

function why(memory, see, close, button) {
  const day = memory.said_at ? dayName(dayOf(memory.said_at)) : "";
  const quote = memory.quote ?? memory.text;
  const note = h(
    "div",
    { class: "why", onkeydown: (event) => event.key === "Escape" && (close(), button.focus()) },
    h("span", {}, t("recall.from", { day })),
    h("q", { lang: tongue(quote) }, quote),
    h(
      "div",
      { class: "acts" },
      memory.source && h("button", { class: "text-link", type: "button", onclick: () => see(memory.source) }, t("recall.see")),
      h("button", { class: "text-link", type: "button", onclick: () => correct(note, memory) }, t("recall.wrong")),
      h("button", { class: "text-link", type: "button", onclick: () => forget(memory, () => close()) }, t("recall.forget")),
    ),
  );
  return note;
}

/** "That's not right": the memory's words, to be changed. */
function correct(note, memory) {
  const field = h("input", { value: memory.text, "aria-label": t("memories.words"), lang: tongue(memory.text) });
  const save = async (event) => {
    event.preventDefault();
    const changed = await reword(memory, field.value, form);
    if (!changed) return;
    Object.assign(memory, { text: changed.text, version: changed.version });
    form.remove();
    toast(t("recall.corrected"));
  };
  const form = h("form", { onsubmit: save }, field, h("div", { class: "acts" }, h("button", { class: "text-link", type: "submit" }, t("act.save"))));
  note.querySelector("form")?.remove();
  note.append(form);
  field.focus();
}
