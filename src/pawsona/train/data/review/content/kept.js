// What was decided and hasn't reached the server yet waits in this browser, in order, and so does half a sentence.
// Every folder's page has the same address: what waits is sent only where the answer stands that was seen.
const WAITING = "review-waiting", DRAFTS = "review-drafts";
const read = key => JSON.parse(localStorage.getItem(key) || "null");
const write = (key, value) => localStorage.setItem(key, JSON.stringify(value));

const stored = () => read(WAITING) || [];
const is = (one, other) => JSON.stringify(one) === JSON.stringify(other);
let seen = new Map();

// The answers that stand on this page, by entry.
export function show(rows) {
  seen = new Map(rows.map(row => [row.id, row.of]));
}

export const waiting = () => stored().filter(({ decision }) => seen.get(decision.entry) === decision.of);

export function put(decision) {
  write(WAITING, [...stored(), decision]);
}

// Sends what waits, oldest first; stops where the server can't be reached, and says what the server refused,
// "changed" where it is another answer by now.
let sending = false;
export async function send() {
  if (sending) return "";
  sending = true;
  try {
    for (let first; (first = waiting()[0]);) {
      const answer = await fetch("decide", { method: "POST", body: JSON.stringify(first) });
      if (answer.status >= 500) return "";
      const refused = answer.ok ? "" : (await answer.json().catch(() => ({}))).error || String(answer.status);
      const now = stored(), at = now.findIndex(one => is(one, first));
      write(WAITING, now.filter((_, n) => n !== at));
      if (refused) return answer.status === 409 ? "changed" : refused;
    }
    return "";
  } catch {
    return "";
  } finally {
    sending = false;
  }
}

const key = row => `${row.id} ${row.of}`;
export const draft = row => (read(DRAFTS) || {})[key(row)];

export function keepDraft(row, text) {
  const drafts = read(DRAFTS) || {};
  if (text === null) delete drafts[key(row)];
  else drafts[key(row)] = text;
  write(DRAFTS, drafts);
}
