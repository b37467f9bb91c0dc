// Settings, a model that somebody has already: looked for only when asked; used only after a plain yes.
import { clear, h } from "../dom.js";
import { post } from "../api.js";
import { explain } from "../shell.js";
import { t } from "../words.js";

const HERE = /^(localhost|127\.|\[::1\])/;
let forms = 0;

export function atHand(changed) {
  const found = h("div", { class: "offers" });
  const status = h("p", { class: "quiet", role: "status" });
  const button = h("button", { class: "btn soft", type: "button", onclick: () => look() }, t("mind.look"));
  const look = async () => {
    button.disabled = true;
    status.textContent = t("state.loading");
    clear(found);
    try {
      const offers = await post("/mind/look");
      status.textContent = offers.length ? t("mind.found", { n: offers.length }) : t("mind.found-none");
      clear(found, offers.map((offer) => offerForm(offer, changed)));
    } catch (error) {
      status.textContent = explain(error);
    }
    button.disabled = false;
  };
  return h(
    "details",
    { class: "others" },
    h("summary", {}, t("mind.hand-title")),
    h("p", {}, t("mind.hand-about")),
    h("div", { class: "end" }, button, status),
    found,
    h("details", { class: "others" }, h("summary", {}, t("mind.elsewhere")), offerForm({ name: "", base_url: "", models: [], key_variable: "" }, changed)),
  );
}

/** An offer without a name is one that the person fills in. */
function offerForm(offer, changed) {
  const id = `offer-${(forms += 1)}`;
  const own = !offer.name;
  const ask = h("div", {});
  const read = () => ({ model: "", key_variable: offer.key_variable ?? "", server: offer.base_url, ...Object.fromEntries(new FormData(form)) });
  const submit = (event) => {
    event.preventDefault();
    const wanted = read();
    const empty = [...form.querySelectorAll("[required]")].find((field) => !field.value.trim());
    return empty ? empty.focus() : confirm(ask, wanted, form, changed);
  };
  const form = h(
    "form",
    { class: own ? "offer own" : "offer", novalidate: true, onsubmit: submit, onchange: () => clear(ask) },
    !own && h("p", {}, h("b", {}, offer.name), h("span", { class: "quiet" }, offer.key_variable ? t("mind.key-set", { key: offer.key_variable, server: offer.base_url }) : offer.base_url)),
    own && field(id, "server", t("mind.address"), { required: true, inputmode: "url" }),
    offer.models.length ? models(id, offer.models) : field(id, "model", t("mind.model"), { required: true }),
    own && field(id, "key_variable", t("mind.key"), { placeholder: "OPENAI_API_KEY" }),
    h("button", { class: "btn soft", type: "submit" }, t("mind.use")),
    ask,
  );
  return form;
}

const field = (id, name, label, more) =>
  h("div", { class: "field" }, h("label", { for: `${id}-${name}` }, label), h("input", { id: `${id}-${name}`, name, autocomplete: "off", spellcheck: "false", ...more }));

const models = (id, names) =>
  h("div", { class: "field" }, h("label", { for: `${id}-model` }, t("mind.model")), h("select", { class: "sel", id: `${id}-model`, name: "model" }, names.map((name) => h("option", { value: name }, name))));

/** From here on words leave this program: said in plain words, with the address, before anything is sent. */
function confirm(place, wanted, form, changed) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const host = wanted.server.replace(/^https?:\/\//, "").split("/")[0];
  const leave = () => {
    clear(place);
    form.querySelector("[type=submit]").focus();
  };
  const yes = async (event) => {
    event.target.disabled = true;
    wrong.textContent = "";
    try {
      await changed(await post("/mind/use", { server: wanted.server.trim(), model: wanted.model.trim(), ...(wanted.key_variable.trim() && { key_variable: wanted.key_variable.trim() }) }));
    } catch (error) {
      wrong.textContent = explain(error, false, t("mind.no-answer"));
      event.target.disabled = false;
    }
  };
  const words = h("p", { tabindex: "-1" }, t("mind.leaves", { model: wanted.model, server: wanted.server }));
  clear(
    place,
    h(
      "div",
      { class: "asked", role: "group", "aria-label": t("mind.sure"), onkeydown: (event) => event.key === "Escape" && leave() },
      words,
      h("p", { class: "quiet" }, t(HERE.test(host) ? "mind.leaves-here" : "mind.leaves-far")),
      h("p", { class: "quiet" }, t("mind.leaves-back")),
      wrong,
      h("div", { class: "end" }, h("button", { class: "btn", type: "button", onclick: yes }, t("mind.yes")), h("button", { class: "btn soft", type: "button", onclick: leave }, t("mind.no"))),
    ),
  );
  words.focus();
}
