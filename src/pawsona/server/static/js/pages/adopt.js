// Adopt: six on a plank, a few choices, one button. What was chosen survives a reload.
import "../pet.js";
import { clear, h } from "../dom.js";
import { get, patch, post } from "../api.js";
import { explain } from "../shell.js";
import { again, go } from "../router.js";
import { choose, session } from "../session.js";
import { speak, spoken, t } from "../words.js";
import { countries } from "../countries.js";
import { cardPart } from "./card.js";

const KEPT = "pawsona.adopting";
/** Letters of a name. */
const LONGEST = 40;
const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");

export async function adopt(main) {
  main.classList.add("adopt");
  const known = session.home.person;
  const choices = await get(`/choices?language=${spoken()}`);
  const picked = { species: choices.species[0].id, personality: choices.personalities[0].id, outfit: "", ...kept() };
  const error = h("p", { class: "wrong", role: "alert" });
  const form = h(
    "form",
    { class: "form", novalidate: true },
    text("name", t("adopt.name"), picked.name),
    !known && text("you", t("adopt.you"), picked.you, { autocomplete: "given-name" }),
    chips("personality", t("adopt.how"), choices.personalities, picked.personality),
    chips("outfit", t("adopt.wear"), [{ id: "", name: t("adopt.nothing") }, ...choices.outfits], picked.outfit),
    !known && about(choices, picked),
    h("div", { class: "field" }, h("button", { class: "btn", type: "submit" }, t("adopt.home")), error, h("div", { class: "card-place" })),
    h("div", { class: "honest-words" }, h("p", { class: "quiet" }, t(session.home.accounts ? "account.agreed" : "adopt.honest"), t("list.gap"), t("adopt.supplement")), h("p", { class: "quiet", id: "young", role: "status" }), h("a", { class: "text-link", href: "/care" }, t("adopt.help"))),
  );
  const row = h("fieldset", { class: "row" }, h("legend", { class: "sr" }, t("adopt.species")), choices.species.map((one) => species(one, picked)), h("div", { class: "plank", "aria-hidden": "true" }));
  const card = cardPart((found, before) => {
    const name = form.querySelector("#name");
    if (found) for (const kind of ["species", "personality"]) main.querySelector(`[name=${kind}][value=${found[kind]}]`).checked = true;
    if (!name.value.trim() || name.value === before?.name) name.value = found?.name ?? "";
    complain(name, "");
    error.textContent = "";
    show();
  });
  clear(main, h("div", { class: "hello" }, h("h1", {}, t("adopt.title")), h("p", {}, t("adopt.later"))), row, form);
  form.querySelector(".card-place").append(card.element);

  const read = () => ({ ...Object.fromEntries(new FormData(form)), species: main.querySelector("[name=species]:checked").value });
  const show = () => {
    const now = read();
    sessionStorage.setItem(KEPT, JSON.stringify(now));
    for (const label of row.querySelectorAll("label")) {
      const on = label.querySelector("input").checked;
      const pet = label.querySelector("pawsona-pet");
      pet.setAttribute("mood", on ? "happy" : "content");
      pet.setAttribute("outfit", on ? now.outfit : "");
    }
    form.querySelector("#young").textContent = now.age && now.age !== "adult" ? t(now.age === "unknown" ? "age.unsaid" : "age.young") : "";
    form.querySelector("#character").textContent = choices.personalities.find((one) => one.id === now.personality).about;
  };
  main.addEventListener("change", show);
  form.addEventListener("input", show);
  form.querySelector("[name=language]")?.addEventListener("change", async (event) => {
    sessionStorage.setItem(KEPT, JSON.stringify(read()));
    await speak(event.target.value);
    again();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    const button = form.querySelector("[type=submit]");
    const names = [...form.querySelectorAll("input[required]")];
    const unfit = names.filter((field) => complain(field, trouble(field)));
    if (unfit.length) return unfit[0].focus();
    button.disabled = true;
    try {
      await bring(read(), known, card.chosen());
    } catch (problem) {
      error.textContent = explain(problem, true);
      button.disabled = false;
    }
    return null;
  });
  show();
}

function trouble({ name, value }) {
  const over = [...value.trim()].length - LONGEST;
  if (!value.trim()) return t(name === "name" ? "adopt.needs-name" : "adopt.needs-you");
  return over > 0 ? t("adopt.too-long", { n: over, most: LONGEST }) : "";
}

/** What is wrong with a field stands under it and is read with it; without words it is mended. */
function complain(field, words) {
  const place = document.getElementById(field.getAttribute("aria-describedby"));
  place.textContent = words;
  field.setAttribute("aria-invalid", String(Boolean(words)));
  return words;
}

async function bring(now, known, card) {
  const person = known ? null : { name: now.you.trim(), language: now.language, time_zone: now.zone, age_band: now.age, region: now.region || null };
  if (known && known.language !== spoken()) await patch("/person", { language: spoken() });
  const pet = card ? await bringCard(now, person, card) : await bringNew(now, person);
  sessionStorage.removeItem(KEPT);
  choose(pet);
  session.home = null; // the next page asks; nothing after the pet may fail here, or it would be adopted twice
  await go("/");
}

function bringNew(now, person) {
  const outfit = now.outfit ? [now.outfit] : [];
  return post("/pets", { species: now.species, name: now.name.trim(), personality: now.personality, outfit, person });
}

/** What is as the card has it is not said again: the card stays as it came. */
async function bringCard(now, person, { file, found }) {
  const owner = person && { person: person.name, language: person.language, time_zone: person.time_zone, age_band: person.age_band, ...(person.region && { region: person.region }) };
  const own = { name: now.name.trim(), species: now.species, personality: now.personality };
  const other = Object.entries(own).filter(([kind, value]) => value !== found[kind]);
  const worn = now.outfit && { outfit: now.outfit };
  return post(`/cards?${new URLSearchParams({ ...Object.fromEntries(other), ...worn, ...owner })}`, file);
}

function species(one, picked) {
  return h(
    "label",
    {},
    h("input", { type: "radio", name: "species", value: one.id, checked: one.id === picked.species }),
    h("pawsona-pet", { species: one.id, mood: "content" }),
    h("span", { class: "name" }, one.name),
  );
}

function text(name, label, value, more = {}) {
  const wrong = `${name}-wrong`;
  const field = h("input", { id: name, name, value: value ?? "", required: true, autocomplete: "off", "aria-describedby": wrong, oninput: () => complain(field, ""), ...more });
  return h("div", { class: "field" }, h("label", { for: name }, label), field, h("p", { class: "wrong", id: wrong }));
}

function chips(name, label, options, chosen) {
  const chip = (one) => h("label", { class: "chip" }, h("input", { type: "radio", name, value: one.id, checked: one.id === chosen }), one.name);
  return h("fieldset", { class: "field" }, h("legend", {}, label), h("div", { class: "chips" }, options.map(chip)), name === "personality" && h("p", { class: "quiet", id: "character", role: "status" }));
}

/** Language and time zone are guessed, and shown in one line to change; the age is asked once. */
function about(choices, picked) {
  const guess = picked.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = choices.time_zones.includes(guess) ? choices.time_zones : [guess, ...choices.time_zones];
  const select = (name, label, options, chosen) =>
    h("label", {}, `${label} `, h("select", { class: "sel", name }, options.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.name))));
  return h(
    "div",
    { class: "guess wide" },
    select("language", t("adopt.language"), choices.languages, spoken()),
    select("zone", t("adopt.zone"), zones.map((id) => ({ id, name: id.replaceAll("_", " ") })), guess),
    select("region", t("adopt.region"), countries(choices), picked.region ?? ""),
    select("age", t("adopt.age"), choices.age_bands, picked.age ?? choices.age_bands[0].id),
  );
}
