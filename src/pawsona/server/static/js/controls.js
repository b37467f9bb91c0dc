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

/** HTTP's status of what can't be used as it is. */
const UNFIT = 422;

/**
 * empty: what to say when nothing is left of it; then, and where the server can't use it, it stays as it was.
 * Where nobody could keep it, the words stay; whoever leaves the field again tries again.
 */
export function text(id, label, value, change, empty, about = "") {
  let kept = value;
  const set = async () => {
    const written = field.value;
    field.ariaInvalid = "false";
    try {
      if (written.trim()) await change(written);
      toast(written.trim() ? t("care.saved") : empty);
      if (written.trim()) kept = written;
      else field.value = kept;
    } catch (error) {
      toast(explain(error, true));
      if (error.status === UNFIT) field.value = kept;
      else field.ariaInvalid = "true";
    }
  };
  const retry = () => field.ariaInvalid === "true" && set();
  const field = h("input", { id, value, maxlength: 40, autocomplete: "off", "aria-invalid": "false", onchange: set, onblur: retry });
  return h("div", { class: "opt" }, h("label", { for: id }, label, about && h("span", { class: "quiet" }, about)), field);
}
