// What was decided and hasn't reached the server yet waits in this browser, in order, and so does half a sentence.
const WAITING = "review-waiting", DRAFTS = "review-drafts";
const read = key => JSON.parse(localStorage.getItem(key) || "null");
const write = (key, value) => localStorage.setItem(key, JSON.stringify(value));

export const waiting = () => read(WAITING) || [];

export function put(decision) {
  write(WAITING, [...waiting(), decision]);
}

// Sends what waits, oldest first; stops where the server can't be reached, and says what the server refused.
let sending = false;
export async function send() {
  if (sending) return "";
  sending = true;
  try {
    while (waiting().length) {
      const [first, ...rest] = waiting();
      const answer = await fetch("decide", { method: "POST", body: JSON.stringify(first) });
      if (answer.status >= 500) return "";
      const refused = answer.ok ? "" : (await answer.json().catch(() => ({}))).error || String(answer.status);
      const now = waiting();
      write(WAITING, now.length > rest.length ? now.slice(1) : now);
      if (refused) return refused;
    }
    return "";
  } catch {
    return "";
  } finally {
    sending = false;
  }
}

export const draft = id => (read(DRAFTS) || {})[id];

export function keepDraft(id, text) {
  const drafts = read(DRAFTS) || {};
  if (text === null) delete drafts[id];
  else drafts[id] = text;
  write(DRAFTS, drafts);
}
