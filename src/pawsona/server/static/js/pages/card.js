// Adopt from a character card: a file of another chat program. Whom it brings is shown on the plank, and can be changed there.
import { clear, h } from "../dom.js";
import { post } from "../api.js";
import { explain, waiting } from "../shell.js";
import { spoken, t } from "../words.js";

/** changed(found, before): {name, species, personality} of a card that was chosen, or null when it is taken back. */
export function cardPart(changed) {
  let card = null;
  const input = h("input", { type: "file", id: "card", class: "sr", tabindex: "-1", accept: ".json,.png,application/json,image/png", "aria-label": t("adopt.card") });
  const place = h("div", { role: "status" });
  const button = h("button", { class: "text-link", type: "button", onclick: () => input.click() }, t("adopt.card"));
  const about = h("p", { class: "quiet" }, t("adopt.card-about"));
  const show = (next, ...parts) => {
    const before = card;
    card = next;
    button.hidden = about.hidden = Boolean(card);
    clear(place, parts);
    if (card !== before) changed(card?.found ?? null, before?.found ?? null);
  };
  /** Looked at before it is adopted: what is no card is said at once. */
  const choose = async (file) => {
    show(null, waiting());
    try {
      const found = await post(`/cards/look?language=${spoken()}`, file);
      show({ file, found }, h("p", {}, t("adopt.card-file", { file: file.name })), h("p", { class: "quiet" }, t("adopt.card-what")), drop);
    } catch (error) {
      show(null, h("p", { class: "wrong" }, explain(error)));
    }
  };
  const drop = h("button", { class: "text-link", type: "button", onclick: () => (show(null), button.focus()) }, t("adopt.card-drop"));
  input.addEventListener("change", () => {
    const [file] = input.files;
    if (file) choose(file);
    input.value = "";
  });
  return { element: h("div", { class: "card-part" }, input, button, about, place), chosen: () => card };
}
