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

/** empty: what to say when nothing is left of it; then it stays as it was. */
export function text(id, label, value, change, empty, about = "") {
  let kept = value;
  const set = async () => {
    if (field.value.trim() && (await change(field.value))) kept = field.value;
    else if (!field.value.trim()) toast(empty);
    field.value = kept;
  };
  const field = h("input", { id, value, maxlength: 40, autocomplete: "off", onchange: set });
  return h("div", { class: "opt" }, h("label", { for: id }, label, about && h("span", { class: "quiet" }, about)), field);
}
