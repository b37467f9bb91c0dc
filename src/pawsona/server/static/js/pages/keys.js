// Your account, keys: what lets another program in as you. A key is shown once.
import { clear, h } from "../dom.js";
import { get, post, remove } from "../api.js";
import { keep } from "../controls.js";
import { dayFull, dayOf } from "../dates.js";
import { field, form } from "../entry.js";
import { t } from "../words.js";

const DAYS = ["30", "365", "0"];

export function keys(mine, found) {
  const list = h("div", {});
  const shown = h("div", { "aria-live": "polite" });
  const load = async () => draw(await get("/account/tokens"));
  const draw = (tokens) => clear(list, tokens.length ? tokens.map((one) => row(one, load)) : h("p", { class: "quiet" }, t("account.keys-none")));
  const send = async (given, place) => {
    const scopes = mine.scopes.filter((scope) => given[`scope-${scope}`]);
    const { secret } = await post("/account/tokens", { name: given.key, scopes, days: Number(given.days) || null });
    clear(shown, h("p", {}, t("account.keys-made")), h("p", {}, h("code", {}, secret)));
    place.querySelector("[name=key]").value = "";
    await load();
  };
  draw(found);
  const fields = [
    field("key", t("account.keys-name"), t("account.keys-needs-name"), { autocomplete: "off", maxlength: 40 }),
    h("fieldset", { class: "field" }, h("legend", {}, t("account.keys-for")), mine.scopes.map((scope) => tick(scope, mine.scopes))),
    h("div", { class: "field" }, h("label", { for: "days" }, t("account.keys-days")), h("select", { class: "sel", id: "days", name: "days" }, DAYS.map((days) => h("option", { value: days }, t(`account.keys-days.${days}`))))),
  ];
  return h("section", { class: "keys" }, h("h2", {}, t("account.keys")), h("p", {}, t(mine.role === "operator" ? "account.keys-figures" : "account.keys-what")), list, shown, form(fields, t("account.keys-make"), send, { 429: t("account.often") }, "btn soft"));
}

const tick = (scope, all) =>
  h("label", { class: "tick" }, h("input", { type: "checkbox", name: `scope-${scope}`, value: "1", checked: scope === "talk" || all.length === 1 }), h("span", {}, t(`account.scope.${scope}`)));

function row(one, load) {
  const what = one.scopes.map((scope) => t(`account.scope.${scope}`)).join(t("list.comma"));
  const until = one.until ? t("account.keys-until", { day: dayFull(dayOf(one.until)) }) : t("account.keys-days.0");
  const back = () => keep(() => remove(`/account/tokens/${one.id}`).then(load));
  return h(
    "div",
    { class: "opt" },
    h("span", {}, one.name, h("span", { class: "quiet" }, what), h("span", { class: "quiet" }, until)),
    h("button", { class: "btn soft", type: "button", "aria-label": t("account.keys-take-name", { name: one.name }), onclick: back }, t("account.keys-take")),
  );
}
