// What was typed survives a reload and a server that is gone. It stays in this browser.
import { session } from "./session.js";

const key = (kind) => `pawsona.${kind}.${session.pet?.id}`;

export const draft = () => localStorage.getItem(key("draft")) ?? "";

export function keepDraft(text) {
  if (text) localStorage.setItem(key("draft"), text);
  else localStorage.removeItem(key("draft"));
}

/** Words that were sent and that the server has not confirmed to have, and the key they were sent with. */
export const unsent = () => localStorage.getItem(key("unsent"));
/** Whether those words stand among messages, oldest first, that came after what was there when they were sent. */
export function wasHeard(messages) {
  const before = messages.findIndex(({ id }) => id === localStorage.getItem(key("unsent.after")));
  return messages.slice(before + 1).some(({ role, text }) => role === "person" && text === unsent());
}
export const unsentKey = () => localStorage.getItem(key("unsent.key")) ?? newKey();

/** after: the id of the last message that was there before. */
export function keepUnsent(text, sent = newKey(), after = "") {
  if (text) {
    localStorage.setItem(key("unsent"), text);
    localStorage.setItem(key("unsent.key"), sent);
    localStorage.setItem(key("unsent.after"), after);
  } else ["unsent", "unsent.key", "unsent.after"].forEach((kind) => localStorage.removeItem(key(kind)));
  return sent;
}

/** `randomUUID` is there on https only; a phone at home comes over http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** After everything is erased, or a pet left: no words stay behind in the browser. */
export function forgetDrafts() {
  Object.keys(localStorage)
    .filter((name) => name.startsWith("pawsona.draft.") || name.startsWith("pawsona.unsent."))
    .forEach((name) => localStorage.removeItem(name));
}
