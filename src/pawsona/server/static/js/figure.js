// The pet with its window, as home and talk show it; it follows what the server says and can be patted.
import "./pet.js";
import "./window.js";
import { post } from "./api.js";
import { clear, h, svg } from "./dom.js";
import { held, things } from "./shelf.js";
import { showSky } from "./light.js";
import { at, watch } from "./session.js";
import { t } from "./words.js";
import { hourOf } from "./window.js";

export const itemNow = (now) => (now.day && now.now !== null ? now.day.items[now.now] : null);

/** "Mikan, content, watch persimmons ripen" */
function label(now, mood) {
  const doing = now.pose === "sleep" ? t("pet.asleep") : itemNow(now)?.label;
  return [now.pet.name, t(`mood.${mood}`), doing].filter(Boolean).join(t("list.comma"));
}

function petElement(now) {
  const pet = h("pawsona-pet", { species: now.pet.species });
  dress(pet, now, now.mood);
  return pet;
}

/** What it wears (what was chosen, and nothing else), holds and feels at this moment. */
function dress(pet, now, mood) {
  const kind = itemNow(now)?.kind;
  pet.setAttribute("mood", mood);
  pet.setAttribute("pose", now.pose);
  pet.setAttribute("outfit", now.pet.outfit.join(" "));
  pet.setAttribute("holding", held(kind, now.pose));
  pet.setAttribute("label", label(now, mood));
}

/** The pet beside a page, without a window of its own; it and the light outside follow the minute for as long as it is shown. */
export function peek(now) {
  const pet = petElement(now);
  const element = h("div", { class: "peek" }, pet);
  showSky(now);
  const stop = watch((fresh) => {
    if (!element.isConnected) return stop();
    showSky(fresh);
    return dress(pet, fresh, fresh.mood);
  });
  return element;
}

/** For so long a pat is felt, in milliseconds; and so long its words are in the air. */
const GLAD = 2000;
const PATTED = 8000;

/** The seat with the pet and its pat button; `update(now, mood)` changes it in place; said(words): what it says to a pat. */
export function seat(now, said = () => {}) {
  const pet = petElement(now);
  let shown = now;
  let calm = 0;
  let quiet = 0;
  const pat = (event) => {
    if (shown.pose === "sleep") return said(t("pet.sleeps", { pet: shown.pet.name }));
    const mood = shown.mood === "caring" ? "caring" : "happy";
    pet.setAttribute("mood", mood);
    pet.setAttribute("label", label(shown, mood));
    pet.lean(event.detail ? event.offsetX / event.currentTarget.clientWidth : 0.5);
    clearTimeout(calm);
    calm = setTimeout(() => update(shown), GLAD);
    if (Date.now() < quiet) return;
    quiet = Date.now() + PATTED;
    post(at("/pat")).then(({ say }) => said(say || t("pet.patted", { pet: shown.pet.name })), () => said(t("pet.patted", { pet: shown.pet.name })));
  };
  const button = h("button", { class: "pat", type: "button", onclick: pat });
  function update(next, mood = next.mood) {
    shown = next;
    pet.lean(0.5);
    dress(pet, next, mood);
    button.setAttribute("aria-label", t("pet.pat", { pet: next.pet.name }));
  }
  update(now);
  return { element: h("div", { class: "seat" }, pet, button), update };
}

/** The round window; `update(now)` moves sky, orb and bead. */
export function sky() {
  const element = h("moon-window");
  return {
    element,
    update(now) {
      showSky(now);
      element.show(hourOf(now.local_time), now.day?.items.map((item) => hourOf(item.at)) ?? []);
    },
  };
}

export async function furnish(place, now) {
  const stand = await things(itemNow(now)?.kind, now.pose, now.tod);
  clear(place, ...stand);
}

const PAWS = { cat: ["#FCEFDA", "#7A3E1E"], dog: ["#FFF8EA", "#6B3F22"], bird: ["#4A7C8B", "#2F4F5A"], rabbit: ["#F8EFE8", "#665049"], dragon: ["#8DB38A", "#355640"], capybara: ["#93633F", "#4B2E1C"] };

/** On a phone the pet looks over the plank: two paws of its own on the edge. */
export function paws(species) {
  const [fur, line] = PAWS[species];
  const paw = (x) =>
    svg(
      "g",
      { transform: `translate(${x} 0)` },
      svg("path", { d: "M4 14C4 4 14 2 24 2S44 4 44 14C44 24 38 28 24 28S4 24 4 14Z", fill: fur }),
      svg("path", { d: "M17 17V24M31 17V24", stroke: line, "stroke-width": 2.5, opacity: 0.55 }),
    );
  return svg("svg", { class: "paws", viewBox: "0 0 128 30", "aria-hidden": "true", fill: "none", "stroke-linecap": "round" }, paw(0), paw(80));
}
