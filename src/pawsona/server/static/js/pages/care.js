// Care: what the pet is, help, limits of one's own, what is kept and how to take it along or erase it.
import { clear, h } from "../dom.js";
import { get, remove } from "../api.js";
import { forgetDrafts } from "../drafts.js";
import { forgetKept } from "../offline.js";
import { sky } from "../figure.js";
import { go } from "../router.js";
import { at, loadHome, loadNow, session } from "../session.js";
import { select } from "../controls.js";
import { countries } from "../countries.js";
import { bytes } from "../numbers.js";
import { explain, toast } from "../shell.js";
import { spoken, t } from "../words.js";
import { age } from "./age.js";
import { contact } from "./contact.js";
import { limits } from "./limits.js";
import { leaves } from "./mind.js";
import { helpPanel } from "./resources.js";

export async function care(main) {
  main.classList.add("plain");
  const help = h("aside", { class: "help", "aria-live": "polite" });
  const lines = h("div", {});
  const loadHelp = (region) => showHelp(lines, region);
  help.append(lines);
  loadHelp(session.home.person?.region ?? "");
  const choices = await get(`/choices?language=${spoken()}`);
  help.append(select("help-region", t("care.region"), countries(choices), session.home.person?.region ?? "", loadHelp));
  if (!session.pet) {
    clear(main, h("h1", {}, t("nav.care")), h("div", {}, h("section", {}, nobody())), help);
    return;
  }
  const now = session.now ?? (await loadNow());
  sky().update(now);
  let [kept, own] = await Promise.all([get("/stored"), get("/care/safeguards")]);
  const changed = (fresh) => (own = fresh);
  clear(
    main,
    h("h1", {}, t("nav.care")),
    h(
      "div",
      {},
      section(t("care.what", { pet: now.pet.name }), h("p", {}, t("care.program", { pet: now.pet.name })), h("p", {}, now.disclosure, t("list.gap"), t("adopt.supplement")), h("p", {}, h("a", { class: "text-link", href: "/care/protocol", target: "_blank" }, t("rules.link")))),
      limits(now.pet, own, changed),
      contact(now.pet, own, changed),
      age(now.pet, own, changed),
      section(t("care.stored"), stored(kept), h("div", { class: "end" }, exportLink(), session.home.accounts ? h("a", { class: "btn soft danger", href: "/account" }, t("account.delete")) : eraseButton(now))),
      h("p", { class: "onward" }, h("a", { class: "text-link", href: "/settings" }, t("nav.settings"))),
    ),
    help,
  );
}

/** Without a pet there is nothing to settle yet; who is not signed in can't be known. */
function nobody() {
  const link = (to, words) => h("a", { class: "text-link", href: to }, words);
  if (!session.home.accounts) return [h("p", {}, t("care.nobody")), link("/adopt", t("adopt.title"))];
  return session.home.person ? link("/account", t("account.title")) : link("/sign-in", t("account.sign-in"));
}

const section = (title, ...children) => h("section", {}, h("h2", {}, title), children);

async function showHelp(place, region) {
  const query = new URLSearchParams({ language: spoken(), ...(region ? { region } : {}) });
  try {
    clear(place, helpPanel(await get(`/care/resources?${query}`)));
  } catch {
    clear(place, h("h2", {}, t("help.title")), h("p", {}, t("help.offline")));
  }
}

/** Whether what is said also goes to a server elsewhere. */
function sent() {
  const place = h("span", {});
  Promise.all([get("/mind"), get(at("/minds"))]).then(([mind, pins]) => (place.textContent = t(leaves({ mind, pins }) ? "care.sent" : "care.not-sent")), () => {});
  return place;
}

/** Counts by kind, and where they lie. */
function stored({ counts, place, size }) {
  const kinds = Object.entries(counts).filter(([, n]) => n > 0);
  return [
    h("p", {}, t(place ? "stored.about" : "account.about"), t("list.gap"), place && sent()),
    h("dl", { class: "stored" }, kinds.map(([kind, n]) => h("div", {}, h("dt", {}, t(`stored.${kind}`)), h("dd", {}, String(n))))),
    place && h("p", { class: "quiet" }, t("stored.place", { size: bytes(size) }), t("list.gap"), h("code", {}, place)),
  ];
}

const exportLink = () => h("a", { class: "btn soft", href: "/api/v1/export", download: "pawsona.json" }, t("care.export"));

function eraseButton(now) {
  const place = h("div", {});
  const open = () => {
    const field = h("input", { autocomplete: "off", "aria-describedby": "erase-error", id: "erase-name" });
    const wrong = h("p", { class: "wrong", id: "erase-error", role: "alert" });
    const erase = async (event) => {
      event.preventDefault();
      if (field.value.trim() !== now.person.name) {
        wrong.textContent = t("care.wrong-name");
        return;
      }
      try {
        await remove(`/person?confirm=${encodeURIComponent(now.person.name)}`);
        forgetDrafts();
        await forgetKept();
        await loadHome();
        session.now = null;
        await go("/adopt");
        toast(t("care.erased"));
      } catch (error) {
        wrong.textContent = explain(error);
      }
    };
    clear(
      place,
      h(
        "form",
        { class: "erase field", onsubmit: erase },
        h("p", {}, t("care.erase-what", { pet: session.home.pets.map((pet) => pet.name).join(t("list.comma")) })),
        h("label", { for: "erase-name" }, t("care.type-name", { name: now.person.name })),
        field,
        wrong,
        h("div", { class: "end" }, h("button", { class: "btn soft danger", type: "submit" }, t("care.erase")), exportLink(), h("button", { class: "btn soft", type: "button", onclick: () => (close(), place.querySelector("button").focus()) }, t("act.cancel"))),
      ),
    );
    field.focus();
  };
  const close = () => clear(place, h("button", { class: "btn soft danger", type: "button", onclick: open }, t("care.erase")));
  close();
  return place;
}
