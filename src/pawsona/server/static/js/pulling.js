// The download of a model: one at a time, going on while other pages are open, taken up again after a reload.
import { Gone, stream } from "./api.js";
import { t, understood } from "./words.js";

const KEPT = "pawsona.pulling";
const watchers = new Set();
let current = null;

/** What is being fetched, or null: {name, done, total, left, error}. `left`: minutes. With `error` it stands still and can go on. */
export const pulling = () => current;

/** Called at every step, and with {name, mind} when a model has come; returns how to stop. */
export function watchPull(listener) {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

const tell = (arrived = null) => watchers.forEach((listener) => listener(current, arrived));

/** Fetches a model and lets it speak; one that is here already speaks at once. */
export async function pull(name) {
  if (current && !current.error) return;
  const mine = { name, done: 0, total: 0, error: "", control: new AbortController() };
  current = mine;
  sessionStorage.setItem(KEPT, name);
  tell();
  try {
    const mind = await follow(mine);
    if (current !== mine) return;
    sessionStorage.removeItem(KEPT);
    current = null;
    tell({ name, mind });
  } catch (error) {
    if (current !== mine) return;
    // A page that is being left sees its stream break, too: what it was about to fetch stays noted.
    const broken = error instanceof Gone || error.name === "AbortError";
    if (!broken) sessionStorage.removeItem(KEPT);
    mine.error = broken ? t("state.gone") : understood(error.message) ? error.message : t("mind.pull-failed");
    tell();
  }
}

async function follow(mine) {
  for await (const { event, data } of stream(`/mind/pull/${encodeURIComponent(mine.name)}`, {}, mine.control.signal)) {
    if (event === "done") return data;
    if (event === "error") throw new Error(data.detail);
    if (event === "progress" && current === mine) {
      mine.began ??= { at: performance.now(), done: data.done };
      Object.assign(mine, { done: data.done, total: data.total });
      mine.left = minutesLeft(mine);
      tell();
    }
  }
  throw new Gone();
}

/** At the speed so far; 0 in the first seconds, when that is not known. */
function minutesLeft({ began, done, total }) {
  const seconds = (performance.now() - began.at) / 1000;
  const speed = (done - began.done) / seconds;
  return seconds > 3 && speed > 0 ? Math.ceil((total - done) / speed / 60) : 0;
}

/** What was fetched stays on the disk, and the next download goes on from there. */
export function cancelPull() {
  const mine = current;
  current = null;
  sessionStorage.removeItem(KEPT);
  mine?.control.abort();
  tell();
}

/** After a reload; the server stopped with the page that asked. */
export function resumePull() {
  const name = sessionStorage.getItem(KEPT);
  if (name) pull(name);
}

// A browser keeps a page that was left for its Back button, with all its connections.
window.addEventListener("pagehide", () => current?.control.abort());
window.addEventListener("pageshow", (event) => event.persisted && resumePull());
