// Forgetting happens at once and can be taken back for twenty seconds, or until the next thing is said at the bottom.
import { post, remove } from "./api.js";
import { forgetKept } from "./offline.js";
import { at } from "./session.js";
import { explain, toast } from "./shell.js";
import { t } from "./words.js";

/** Enough of a memory to know it by. */
export const short = (text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
const say = (error) => toast(explain(error));

/** With the messages it came from; they can't come back, so there is no undo. gone and back: as for `forget`. */
export async function forgetWithMessages(memory, gone, back = () => {}) {
  try {
    await remove(at(`/memories/${memory.id}?turns=true`), memory.version);
    forgetKept();
    gone();
    toast(t("memories.forgotten-whole"));
  } catch (error) {
    say(error);
    if (error.status === 412 || error.status === 404) back();
  }
}

/** gone: called when it is forgotten; back: when that is undone, or when it is another by now and stays. */
export async function forget(memory, gone, back = () => {}) {
  const undo = async () => {
    try {
      back(await post(at(`/memories/${memory.id}/restore`)));
    } catch (error) {
      say(error);
    }
  };
  try {
    await remove(at(`/memories/${memory.id}`), memory.version);
    forgetKept();
    gone();
    toast(t("memories.forgotten", { text: short(memory.text) }), { label: t("act.undo"), act: undo, seconds: 20 });
  } catch (error) {
    say(error);
    if (error.status === 412 || error.status === 404) back();
  }
}
