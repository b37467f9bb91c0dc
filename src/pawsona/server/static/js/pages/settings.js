// Settings: the person, light and movement, who writes the words, the pet. Every change is kept at once.
import { clear, h } from "../dom.js";
import { get, patch } from "../api.js";
import { keep, options, select, text } from "../controls.js";
import { sky } from "../figure.js";
import { light, movement, setLight, setMovement } from "../light.js";
import { again, go } from "../router.js";
import { at, choose, loadHome, loadNow, session } from "../session.js";
import { phones } from "./phone.js";
import { countries } from "../countries.js";
import { speak, spoken, t } from "../words.js";
import { leaves, mindSection } from "./mind.js";

export async function settings(main) {
  main.classList.add("plain", "one");
  const [now, choices] = await Promise.all([session.now ?? loadNow(), get(`/choices?language=${spoken()}`)]);
  sky().update(now);
  const sent = h("p", { class: "quiet", role: "status" });
  const told = (state) => (sent.textContent = t(leaves(state) ? "care.sent" : "care.not-sent"));
  const mind = session.home.accounts ? null : mindSection(now.pet, told);
  mind?.append(sent);
  clear(main, h("h1", {}, t("nav.settings")), h("div", {}, person(now, choices), looks(), whose(now.pet, choices), session.home.accounts ? own() : [mind, phones()]));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The name stands all over the page: it is drawn anew, and whoever has gone on to the next field stays there. */
async function anew() {
  if (document.documentElement.dataset.page !== "settings") return;
  const held = document.activeElement?.id;
  await again();
  if (held) document.getElementById(held)?.focus();
}

const section = (title, ...children) => h("section", {}, h("h2", {}, title), children);

function person({ person: who }, choices) {
  const zones = choices.time_zones.map((id) => ({ id, name: id.replaceAll("_", " ") }));
  const language = (value) =>
    keep(async () => {
      await patch("/person", { language: value });
      await loadHome();
      await speak(value);
      await again();
    });
  return section(
    t("settings.you"),
    text("set-you", t("adopt.you"), who.name, (value) => patch("/person", { name: value }), t("adopt.needs-you")),
    select("set-language", t("adopt.language"), choices.languages, who.language, language),
    select("set-zone", t("adopt.zone"), zones, who.time_zone, (value) => keep(() => patch("/person", { time_zone: value }).then(loadNow))),
    select("set-region", t("care.region"), countries(choices), who.region ?? "", (value) => keep(() => patch("/person", { region: value }).then(loadHome)), t("care.region-why")),
  );
}

/** On a place with accounts which mind writes is not one person's to choose, and a phone signs in like any browser. */
const own = () => h("p", { class: "onward" }, h("a", { class: "text-link", href: "/account" }, t("account.title")));

function looks() {
  return section(
    t("settings.looks"),
    select("set-light", t("care.light"), options("care.light", ["follow", "light", "dark"]), light(), setLight, t("care.light-about")),
    select("set-movement", t("care.movement"), options("care.movement", ["system", "still"]), movement(), setMovement),
  );
}

function whose(pet, choices) {
  return section(
    pet.name,
    text("set-name", t("adopt.name"), pet.name, (value) => patch(at(""), { name: value }).then(loadNow).then(anew), t("adopt.needs-name")),
    wear(pet, choices.outfits),
    setting(pet),
    card(pet),
    others(pet),
  );
}

function wear(pet, outfits) {
  const worn = new Set(pet.outfit);
  const toggle = async (id, button) => {
    const next = new Set(worn);
    if (!next.delete(id)) next.add(id);
    const done = await keep(() => patch(at(""), { outfit: [...next] }).then(loadNow));
    if (!done) return;
    worn[next.has(id) ? "add" : "delete"](id);
    button.setAttribute("aria-pressed", String(worn.has(id)));
  };
  const chip = (one) => {
    const button = h("button", { class: "chip", type: "button", "aria-pressed": String(worn.has(one.id)), onclick: () => toggle(one.id, button) }, one.name);
    return button;
  };
  return h("div", { class: "opt" }, h("span", { id: "wear" }, t("adopt.wear")), h("div", { class: "chips", role: "group", "aria-labelledby": "wear" }, outfits.map(chip)));
}

function setting(pet) {
  const field = h("textarea", { id: "set-setting", maxlength: 1000, placeholder: t("care.setting-example"), onchange: () => keep(() => patch(at(""), { setting: field.value })) });
  return h("div", { class: "opt" }, h("label", { for: "set-setting" }, t("care.setting", { pet: pet.name })), field);
}

/** The pet for another chat program. */
function card(pet) {
  const save = (format, words) => h("a", { class: "text-link", href: `/api/v1${at("/card")}?format=${format}`, download: `${pet.name}.${format}` }, words);
  return h("div", { class: "opt" }, h("span", {}, t("card.title"), h("span", { class: "quiet" }, t("card.what"))), h("span", { class: "saves" }, save("json", t("card.json")), save("png", t("card.png"))));
}

function others(pet) {
  const rest = session.home.pets.filter((one) => one.id !== pet.id);
  const visit = (one) => {
    choose(one);
    go("/");
  };
  return h(
    "div",
    { class: "end" },
    rest.map((one) => h("button", { class: "btn soft", type: "button", onclick: () => visit(one) }, t("care.visit", { pet: one.name }))),
    h("a", { class: "text-link", href: "/adopt" }, t("care.another")),
  );
}
