// Reading the diary while the server is away, where the browser allows it: on this machine, or over HTTPS.
import { get } from "./api.js";
import { forgetDrafts } from "./drafts.js";

const LAST = "pawsona.last";
const FORGOTTEN = "pawsona.forgotten";
const DAYS = "pawsona-days";
/** So many of the latest days are kept besides those that were opened. */
const LATEST = 7;

export const possible = () => window.isSecureContext && "serviceWorker" in navigator;

/** Begins after the first page is there, so that it takes nothing from it. */
export function begin() {
  if (possible()) setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), 1500);
}

/** Whether the diary could be read now without the server. */
export const kept = async () => possible() && (await (await caches.open(DAYS)).keys()).some(({ url }) => url.includes("/days/"));

/** Who lives here and what the sky is like: all that the diary needs of the present. */
export function keepNow({ pet, person, local_time, tod, season, weather }) {
  if (possible()) localStorage.setItem(LAST, JSON.stringify({ pet, person, local_time, tod, season, weather }));
}

/** The present as it was last seen; null for another pet, or where nothing was kept. */
export function lastNow(id) {
  const last = JSON.parse(localStorage.getItem(LAST) ?? "null");
  if (last?.pet.id !== id) return null;
  return { ...last, away: true, mood: "content", pose: "sit", day: null, now: null };
}

/** Asks for the latest days once, so that the worker keeps them. */
export function keepDays(path, dates) {
  if (!possible() || !navigator.serviceWorker.controller) return;
  setTimeout(async () => {
    for (const date of dates.slice(-LATEST)) await get(`${path}/${date}`).catch(() => {});
  }, 1000);
}

/** Whatever was erased or forgotten elsewhere - on a phone, in a terminal, by a night - goes from here, too. */
export async function checkKept({ person, pets, forgotten }) {
  const last = JSON.parse(localStorage.getItem(LAST) ?? "null");
  const gone = !person || (last && !pets.some(({ id }) => id === last.pet.id));
  if (gone) forgetDrafts();
  if (gone || (localStorage.getItem(FORGOTTEN) ?? "0") !== String(forgotten)) await forgetKept();
  localStorage.setItem(FORGOTTEN, String(forgotten));
}

/** After something was forgotten or erased, no copy of it stays in the browser; the days are fetched anew. */
export async function forgetKept() {
  localStorage.removeItem(LAST);
  if (!possible()) return;
  await caches.delete(DAYS);
  await get("/home").catch(() => {}); // the worker needs it for whatever is kept from now on
}
