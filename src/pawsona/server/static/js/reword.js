// New words in a memory's place. What was written elsewhere meanwhile is shown before it is replaced.
import { get, patch } from "./api.js";
import { h } from "./dom.js";
import { at } from "./session.js";
import { explain, toast } from "./shell.js";
import { t, tongue } from "./words.js";

/** Saves what the form's field holds; the changed memory, or null where the form stays open with what was typed. */
export async function reword(memory, text, form) {
  try {
    return await patch(at(`/memories/${memory.id}`), { text }, memory.version);
  } catch (error) {
    if (error.status !== 412 || !(await showTheirs(memory, form))) toast(explain(error));
    return null;
  }
}

/** Says how the memory reads by now; to save once more then replaces just these words. */
async function showTheirs(memory, form) {
  const { memories } = await get(at("/memories")).catch(() => ({ memories: [] }));
  const now = memories.find((one) => one.id === memory.id);
  if (!now) return false;
  memory.version = now.version;
  form.querySelector(".theirs")?.remove();
  form.prepend(h("p", { class: "theirs", role: "alert" }, t("memories.theirs"), t("list.gap"), h("q", { lang: tongue(now.text) }, now.text), t("list.gap"), t("memories.theirs-again")));
  form.querySelector("input").focus();
  return true;
}
