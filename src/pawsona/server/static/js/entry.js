// Forms for coming in: a field with its trouble under it, and one button that waits for the answer.
import { h } from "./dom.js";
import { countries } from "./countries.js";
import { explain } from "./shell.js";
import { t } from "./words.js";

/** Letters of a name, of a login, of a password. */
export const LONGEST = { you: 40, login: 254, password: 200 };

/** `about`: a quiet line that is read with the field; `empty`: what to say when nothing is in it. */
export function field(name, label, empty, { about = "", ...more } = {}) {
  const [wrong, hint] = [`${name}-wrong`, `${name}-about`];
  const input = h("input", { id: name, name, required: true, maxlength: LONGEST[name] ?? LONGEST.password, autocapitalize: "none", spellcheck: "false", "data-empty": empty, "aria-describedby": about ? `${wrong} ${hint}` : wrong, oninput: () => complain(input, ""), ...more });
  return h("div", { class: "field" }, h("label", { for: name }, label), input, about && h("p", { class: "quiet", id: hint }, about), h("p", { class: "wrong", id: wrong }));
}

export const password = (name, label, more = {}) => field(name, label, t("account.needs-password"), { type: "password", autocomplete: "current-password", ...more });

/**
 * send: is given what was typed; words: what to say by status where the answer's own sentence can't be shown.
 * Nothing typed is lost by an error.
 */
export function form(children, label, send, words = {}, kind = "btn") {
  const error = h("p", { class: "wrong", role: "alert" });
  const button = h("button", { class: kind, type: "submit" }, label);
  const submit = async (event) => {
    event.preventDefault();
    const place = event.target;
    error.textContent = "";
    const unfit = [...place.querySelectorAll("input[required]")].filter((one) => complain(one, one.value.trim() ? "" : one.dataset.empty));
    if (unfit.length) return unfit[0].focus();
    button.disabled = true;
    try {
      await send(Object.fromEntries(new FormData(place)), place);
    } catch (problem) {
      error.textContent = words[problem.status] ?? explain(problem, true);
    }
    button.disabled = false;
    return null;
  };
  return h("form", { class: "coming", novalidate: true, onsubmit: submit }, children, error, h("div", { class: "end" }, button));
}

function complain(input, words) {
  document.getElementById(`${input.id}-wrong`).textContent = words;
  input.setAttribute("aria-invalid", String(Boolean(words)));
  return words;
}

/** Language and time zone are guessed, and shown to change; the age is asked as adopting does. */
export function about(choices, picked, changed) {
  const guess = picked.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = choices.time_zones.includes(guess) ? choices.time_zones : [guess, ...choices.time_zones];
  const select = (name, label, options, chosen) =>
    h("label", {}, `${label} `, h("select", { class: "sel", name, onchange: (event) => changed(name, event.target.value) }, options.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.name))));
  return h(
    "div",
    { class: "guess" },
    select("age", t("adopt.age"), choices.age_bands, picked.age ?? choices.age_bands[0].id),
    select("language", t("adopt.language"), choices.languages, picked.language),
    select("zone", t("adopt.zone"), zones.map((id) => ({ id, name: id.replaceAll("_", " ") })), guess),
    select("region", t("adopt.region"), countries(choices), picked.region ?? ""),
  );
}
