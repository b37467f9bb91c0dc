// A button for what can't be taken back: it asks once more in its own place.
import { h } from "./dom.js";

/** words, then sure: what it says before and after the first press; act: what the second press does. */
export function twice(words, sure, act) {
  const button = h("button", { class: "text-link", type: "button", "aria-live": "polite" }, words);
  const ask = () => {
    button.textContent = sure;
    button.addEventListener("click", act, { once: true });
  };
  button.addEventListener("click", ask, { once: true });
  return button;
}
