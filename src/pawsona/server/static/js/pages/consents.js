// Your account, consents: what you may agree to, since when you do, and taking it back.
import { clear, h } from "../dom.js";
import { get, put, remove } from "../api.js";
import { keep } from "../controls.js";
import { dayOf, dayOfYear } from "../dates.js";
import { t } from "../words.js";

export function consents(found) {
  const list = h("div", {});
  const load = async () => draw(await get("/consents"));
  const draw = (all) => clear(list, all.map((one) => row(one, load)));
  draw(found);
  return h("section", { class: "consents" }, h("h2", {}, t("consents.title")), h("p", {}, t("consents.what")), list);
}

/** Whoever pressed with the keyboard stays where they are. */
async function change(one, work, load) {
  await keep(work);
  await load();
  document.getElementById(`consent-${one.purpose}`)?.focus();
}

function row(one, load) {
  const path = `/consents/${one.purpose}`;
  const [words, work] = one.since ? ["back", () => remove(path)] : ["agree", () => put(path, { version: one.version })];
  const attributes = { class: "btn soft", type: "button", id: `consent-${one.purpose}`, "aria-label": t(`consents.${words}-name`, { name: one.title }), onclick: () => change(one, work, load) };
  return h(
    "div",
    { class: "opt" },
    h("h3", {}, one.title),
    h("p", {}, one.text),
    h("span", {}, h("span", { class: "quiet" }, one.since ? t("consents.since", { day: dayOfYear(dayOf(one.since)) }) : t("consents.none"))),
    h("button", attributes, t(`consents.${words}`)),
  );
}
