// What was typed survives a reload and a server that is gone. It stays in this browser.
import { session } from "./session.js";

const key = (kind) => `pawsona.${kind}.${session.pet?.id}`;

export const draft = () => localStorage.getItem(key("draft")) ?? "";

export function keepDraft(text) {
  if (text) localStorage.setItem(key("draft"), text);
  else localStorage.removeItem(key("draft"));
}

/** Words that were sent and that the server has not confirmed to have. */
export const unsent = () => localStorage.getItem(key("unsent"));

export function keepUnsent(text) {
  if (text) localStorage.setItem(key("unsent"), text);
  else localStorage.removeItem(key("unsent"));
}

/** After everything is erased, or a pet left: no words stay behind in the browser. */
export function forgetDrafts() {
  Object.keys(localStorage)
    .filter((name) => name.startsWith("pawsona.draft.") || name.startsWith("pawsona.unsent."))
    .forEach((name) => localStorage.removeItem(name));
}
