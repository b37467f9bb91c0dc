// What is known while the page is open: who lives here, who is in front, and what it does now.
import { get } from "./api.js";
import { checkKept, keepNow } from "./offline.js";

export const session = { home: null, pet: null, now: null };
const watchers = new Set();
const CHOSEN = "pawsona.pet";

/** Called whenever `session.now` is fresh; returns how to stop. */
export function watch(listener) {
  watchers.add(listener);
  return () => watchers.delete(listener);
}

const readers = new Set();

/** Hears what the server tells of the pet in front: "day", "promise" or "talk", with what id; returns how to stop. */
export function onNews(listener) {
  readers.add(listener);
  return () => readers.delete(listener);
}

export const tellNews = (kind, id = "") => readers.forEach((listener) => listener(kind, id));

export async function loadHome() {
  session.home = await get("/home");
  await checkKept(session.home);
  const chosen = localStorage.getItem(CHOSEN);
  session.pet = session.home.pets.find((pet) => pet.id === chosen) ?? session.home.pets[0] ?? null;
  return session.home;
}

export function choose(pet) {
  localStorage.setItem(CHOSEN, pet.id);
  session.pet = pet;
  session.now = null;
}

/** Under the routes of the pet in front: at("/messages"). */
export const at = (path) => `/pets/${session.pet.id}${path}`;

export async function loadNow() {
  const asked = session.pet.id;
  const now = await get(at("/now"));
  if (session.pet?.id !== asked) return session.now;
  session.now = now;
  keepNow(now);
  session.pet = now.pet;
  session.home.person = now.person;
  for (const listener of watchers) listener(now);
  return now;
}
