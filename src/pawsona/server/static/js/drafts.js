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
export const unsentKey = () => localStorage.getItem(key("unsent.key")) ?? newKey();

export function keepUnsent(text, sent = newKey()) {
  if (text) {
    localStorage.setItem(key("unsent"), text);
    localStorage.setItem(key("unsent.key"), sent);
  } else ["unsent", "unsent.key"].forEach((kind) => localStorage.removeItem(key(kind)));
  return sent;
}

/** The server has what was sent with this key. */
export function wasHeard(sent) {
  if (sent === localStorage.getItem(key("unsent.key"))) keepUnsent("");
}

/** `randomUUID` is there on https only; a phone at home comes over http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** After everything is erased, or a pet left: no words stay behind in the browser. */
export function forgetDrafts() {
  Object.keys(localStorage)
    .filter((name) => name.startsWith("pawsona.draft.") || name.startsWith("pawsona.unsent."))
    .forEach((name) => localStorage.removeItem(name));
}
