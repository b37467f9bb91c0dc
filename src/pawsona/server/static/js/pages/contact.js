// Somebody to turn to: named by the person, shown in an emergency, called by nobody here.
import { clear, h } from "../dom.js";
import { patch } from "../api.js";
import { explain, toast } from "../shell.js";
import { t } from "../words.js";

export function contact(pet, found, changed) {
  const place = h("section", {});
  const draw = () => clear(place, h("h2", {}, t("contact.title")), h("p", {}, t("contact.about", { pet: pet.name })), found.contact ? named() : form());
  const set = async (given, words) => {
    found = changed(await patch("/care/safeguards", { contact: given }));
    draw();
    toast(words);
  };
  const named = () => {
    const line = t("contact.named", found.contact);
    const drop = () => set(null, t("contact.removed")).catch((error) => toast(explain(error)));
    return h(
      "div",
      { class: "opt" },
      h("span", {}, found.contact.href ? h("a", { class: "text-link", href: found.contact.href }, line) : line, found.contact.consent && h("span", { class: "quiet" }, operator(found))),
      h("button", { class: "btn soft", type: "button", onclick: drop }, t("contact.remove")),
    );
  };
  const form = () => {
    const wrong = h("p", { class: "wrong", role: "alert" });
    const keep = async (event) => {
      event.preventDefault();
      const given = Object.fromEntries(new FormData(event.target));
      try {
        await set({ name: given.name, reach: given.reach, consent: Boolean(given.consent) }, t("contact.kept"));
      } catch (error) {
        wrong.textContent = explain(error, true);
      }
    };
    return h(
      "form",
      { class: "name-one", onsubmit: keep },
      field("name", t("contact.name"), 60),
      field("reach", t("contact.reach"), 120),
      found.hook && h("label", { class: "tick" }, h("input", { type: "checkbox", name: "consent" }), h("span", {}, operator(found))),
      wrong,
      h("div", { class: "end" }, h("button", { class: "btn soft", type: "submit" }, t("contact.keep"))),
    );
  };
  draw();
  return place;
}

const operator = (found) => t("contact.hook", { operator: found.operator || t("contact.hook-nobody") });

function field(name, label, most) {
  return h("div", { class: "field" }, h("label", { for: `contact-${name}` }, label), h("input", { id: `contact-${name}`, name, maxlength: most, autocomplete: "off" }));
}
