// The line to write on: grows, keeps its draft, sends with Enter, stops with the same button, reached by "/".
import { h } from "./dom.js";
import { draft, keepDraft } from "./drafts.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** send(text) gets what was written; stop() ends a running answer. Returns {element, field, busy(on), put(text)}. */
export function writing(pet, send, stop = () => {}) {
  const words = t("talk.say", { pet });
  const field = h("textarea", { id: "say", rows: 1, placeholder: words, autocomplete: "off", enterkeyhint: "send" });
  field.value = draft();
  const button = h("button", { class: "round", type: "submit", "aria-label": t("talk.send") }, icon("send"));
  let running = false;
  const submit = (event) => {
    event.preventDefault();
    if (running) return stop();
    const text = field.value.trim();
    if (!text) return field.focus();
    send(text);
  };
  // The second press of a double click is no wish to stop what the first one sent.
  button.addEventListener("click", (event) => event.detail > 1 && event.preventDefault());
  const element = h("form", { class: "write", onsubmit: submit }, h("label", { class: "sr", for: "say" }, words), field, button);
  field.addEventListener("input", () => keepDraft(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!running) element.requestSubmit();
  });
  return {
    element,
    field,
    busy(on) {
      running = on;
      button.setAttribute("aria-label", t(on ? "talk.stop" : "talk.send"));
      button.replaceChildren(icon(on ? "stop" : "send"));
    },
    /** Empties the line, or puts words back that could not be sent. */
    put(text) {
      field.value = text;
      keepDraft(text);
    },
  };
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  const field = document.getElementById("say");
  if (!field) return;
  event.preventDefault();
  field.focus();
});
