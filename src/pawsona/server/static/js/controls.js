// Rows of settings: a label, a control, and every change kept at once.
import { h } from "./dom.js";
import { explain, toast } from "./shell.js";
import { t } from "./words.js";

export async function keep(work) {
  try {
    await work();
    toast(t("care.saved"));
    return true;
  } catch (error) {
    toast(explain(error));
    return false;
  }
}

export const options = (key, ids) => ids.map((id) => ({ id, name: t(`${key}.${id}`) }));

export function select(id, label, choices, chosen, change, about = "") {
  const list = choices.some((one) => one.id === chosen) ? choices : [{ id: chosen, name: chosen }, ...choices];
  const field = h("select", { class: "sel", id, onchange: () => change(field.value) }, list.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.name)));
  return h("div", { class: "opt" }, h("label", { for: id }, label, about && h("span", { class: "quiet" }, about)), field);
}

export function text(id, label, value, change, more = {}, about = "") {
  const field = h("input", { id, value, maxlength: 60, autocomplete: "off", ...more, onchange: () => change(field.value) });
  return h("div", { class: "opt" }, h("label", { for: id }, label, about && h("span", { class: "quiet" }, about)), field);
}
