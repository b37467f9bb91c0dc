// Your account: where you are signed in, the password, keys for other programs, leaving for good.
import { clear, h } from "../dom.js";
import { get, post, put, remove } from "../api.js";
import { keep } from "../controls.js";
import { dayFull, dayOf } from "../dates.js";
import { forgetDrafts } from "../drafts.js";
import { form, password } from "../entry.js";
import { forgetKept } from "../offline.js";
import { go } from "../router.js";
import { session } from "../session.js";
import { toast } from "../shell.js";
import { t } from "../words.js";
import { consents } from "./consents.js";
import { keys } from "./keys.js";

const section = (title, ...children) => h("section", {}, h("h2", {}, title), children);

export async function account(main) {
  main.classList.add("plain", "one");
  const [mine, sessions, tokens] = await Promise.all([get("/account"), get("/account/sessions"), get("/account/tokens")]);
  const asked = mine.role === "person" ? await get("/consents") : [];
  clear(
    main,
    h("h1", {}, t("account.title")),
    h(
      "div",
      {},
      h("p", {}, t("account.signed-in", mine)),
      h("div", { class: "end" }, h("button", { class: "btn soft", type: "button", onclick: out }, t("account.sign-out")), mine.role === "operator" && h("a", { class: "text-link", href: "/operate", target: "_blank" }, t("account.operate"))),
      signedIn(sessions),
      section(t("account.password"), change()),
      asked.length > 0 && consents(asked),
      keys(mine, tokens),
      section(t("account.delete"), h("p", {}, t("account.delete-what")), leaving(mine)),
    ),
  );
}

/** Nothing of whoever was here stays in the browser. */
async function leave(words = "") {
  forgetDrafts();
  session.home = null;
  session.now = null;
  session.pet = null;
  await forgetKept();
  await go("/sign-in", { replace: true });
  if (words) toast(words);
}

const out = () => keep(() => post("/account/sign-out").then(() => leave()));

function signedIn(found) {
  const list = h("div", {});
  const load = async () => draw(await get("/account/sessions"));
  const end = (path) => keep(() => remove(path).then(load));
  const draw = (sessions) =>
    clear(
      list,
      sessions.map((one) =>
        h(
          "div",
          { class: "opt" },
          h("span", {}, one.name, h("span", { class: "quiet" }, one.here ? t("account.here") : t("account.seen", { day: dayFull(dayOf(one.seen_at)) }))),
          !one.here && h("button", { class: "btn soft", type: "button", "aria-label": t("account.sign-out-name", { name: one.name }), onclick: () => end(`/account/sessions/${one.id}`) }, t("account.sign-out-there")),
        ),
      ),
      sessions.length > 1 && h("div", { class: "end" }, h("button", { class: "btn soft", type: "button", onclick: () => end("/account/sessions") }, t("account.sign-out-all"))),
    );
  draw(found);
  return section(t("account.sessions"), list);
}

function change() {
  const send = async (given, place) => {
    await put("/account/password", { old: given.old, new: given.new });
    place.reset();
    toast(t("account.password-changed"));
  };
  const fields = [password("old", t("account.old-password")), password("new", t("account.new-password"), { autocomplete: "new-password", about: t("account.password-why") })];
  return form(fields, t("account.password-change"), send, { 403: t("account.wrong-proof"), 422: t("account.unfit"), 429: t("account.often") }, "btn soft");
}

function leaving({ role }) {
  const send = async (given) => {
    await post("/account/delete", { password: given.proof });
    await leave(t("account.deleted"));
  };
  const copy = role === "person" && h("p", {}, h("a", { class: "text-link", href: "/api/v1/export", download: "pawsona.json" }, t("care.export")));
  return form([copy, password("proof", t("account.proof"))], t("account.delete"), send, { 403: t("account.wrong-proof"), 429: t("account.often") }, "btn soft danger");
}
