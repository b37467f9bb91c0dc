// Adopt from a character card: a file of another chat program. What it says of the pet need not be chosen again.
import { clear, h } from "../dom.js";
import { t } from "../words.js";

/** changed(file): a card was chosen, or with null taken back. Returns {element, file(), query()}. */
export function cardPart(choices, changed) {
  let file = null;
  const input = h("input", { type: "file", id: "card", class: "sr", tabindex: "-1", accept: ".json,.png,application/json,image/png", "aria-label": t("adopt.card") });
  const place = h("div", { role: "status" });
  const button = h("button", { class: "text-link", type: "button", onclick: () => input.click() }, t("adopt.card"));
  const choose = (chosen) => {
    file = chosen;
    input.value = "";
    button.hidden = Boolean(file);
    clear(place, file && [h("p", {}, t("adopt.card-file", { file: file.name })), h("p", { class: "quiet" }, t("adopt.card-what")), otherwise(choices), drop]);
    changed(file);
  };
  const drop = h("button", { class: "text-link", type: "button", onclick: () => (choose(null), button.focus()) }, t("adopt.card-drop"));
  input.addEventListener("change", () => input.files[0] && choose(input.files[0]));
  const picked = () => [...place.querySelectorAll("select")].filter((field) => field.value).map((field) => [field.name, field.value]);
  return { element: h("div", { class: "card-part" }, input, button, place), file: () => file, query: () => Object.fromEntries(picked()) };
}

/** The kind and character that are guessed from the card's words, to be set right. */
function otherwise(choices) {
  const select = (name, label, options) =>
    h("label", {}, `${label} `, h("select", { class: "sel", name }, h("option", { value: "" }, t("adopt.card-as")), options.map((one) => h("option", { value: one.id }, one.name))));
  return h("div", { class: "guess" }, select("species", t("adopt.species"), choices.species), select("personality", t("adopt.how"), choices.personalities));
}
