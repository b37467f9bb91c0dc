// Coming in: sign in, make an account, a forgotten password.
import { clear, h } from "../dom.js";
import { get, post, put } from "../api.js";
import { about, field, form, password } from "../entry.js";
import { again, go } from "../router.js";
import { session } from "../session.js";
import { toast } from "../shell.js";
import { speak, spoken, t } from "../words.js";

const KEPT = "pawsona.signing";
const kept = () => JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
const login = (value, more = {}) => field("login", t("account.login"), t("account.needs-login"), { autocomplete: "username", value: value ?? "", ...more });
const link = (to, words) => h("p", {}, h("a", { class: "text-link", href: to }, words));

async function arrive() {
  session.home = null;
  session.now = null;
  await go("/", { replace: true });
}

/** The language of a page that nobody is signed in to yet. */
function tongues() {
  const other = spoken() === "zh" ? "en" : "zh";
  const turn = async () => {
    await speak(other);
    await again();
  };
  return h("button", { class: "text-link", type: "button", lang: other === "zh" ? "zh-Hans" : "en", onclick: turn }, t("account.other"));
}

const page = (main, title, ...children) => clear(main, h("div", { class: "entering" }, h("h1", {}, title), children, h("p", { class: "onward" }, tongues(), " ", h("a", { class: "text-link", href: "/care" }, t("adopt.help")))));

export async function signIn(main) {
  const { sign_up } = session.home.accounts;
  const send = async (given) => {
    await post("/account/sign-in", { login: given.login, password: given.password });
    await arrive();
  };
  const words = { 401: t("account.wrong"), 403: t("account.locked"), 429: t("account.often") };
  page(main, t("account.welcome"), form([login(), password("password", t("account.password"))], t("account.sign-in"), send, words), sign_up && link("/sign-up", t("account.sign-up")), link("/reset", t("account.reset")));
}

export async function signUp(main) {
  const choices = await get(`/choices?language=${spoken()}`);
  const picked = { language: spoken(), ...kept(), password: "" };
  const young = h("p", { class: "quiet", role: "status" });
  const tell = (age) => (young.textContent = age === "adult" ? "" : t(age === "unknown" ? "age.unsaid" : "age.young"));
  const keep = () => sessionStorage.setItem(KEPT, JSON.stringify({ ...Object.fromEntries(new FormData(main.querySelector("form"))), password: "" }));
  const changed = async (name, value) => {
    if (name === "age") tell(value);
    if (name !== "language") return;
    keep();
    await speak(value);
    await again();
  };
  const send = async (given) => {
    const person = { name: given.you.trim(), language: given.language, time_zone: given.zone, age_band: given.age, region: given.region || null };
    await post("/account/sign-up", { login: given.login, password: given.password, person });
    sessionStorage.removeItem(KEPT);
    await arrive();
  };
  const fields = [
    login(picked.login, { about: t("account.login-why") }),
    password("password", t("account.password"), { autocomplete: "new-password", about: t("account.password-why") }),
    field("you", t("adopt.you"), t("adopt.needs-you"), { autocomplete: "given-name", value: picked.you ?? "" }),
    about(choices, picked, changed),
    young,
    h("p", { class: "quiet" }, t("account.agreed"), t("list.gap"), t("adopt.supplement")),
  ];
  tell(picked.age ?? choices.age_bands[0].id);
  page(main, t("account.sign-up"), form(fields, t("account.sign-up"), send, { 403: t("error.403"), 409: t("account.taken"), 422: t("account.unfit"), 429: t("account.often") }), link("/sign-in", t("account.to-sign-in")));
}

export async function reset(main) {
  return location.hash.length > 1 ? setAnew(main, location.hash.slice(1)) : askForLink(main);
}

function askForLink(main) {
  const done = h("p", { role: "status" });
  const send = async (given, place) => {
    await post("/account/reset", { login: given.login });
    done.textContent = t("account.mailed");
    place.reset();
  };
  page(main, t("account.reset"), form([login()], t("account.reset-ask"), send, { 422: t("account.needs-login"), 429: t("account.often"), 503: t("account.no-mail") }), done, link("/sign-in", t("account.to-sign-in")));
}

function setAnew(main, secret) {
  const send = async (given) => {
    await put("/account/reset", { secret, password: given.password });
    await go("/sign-in", { replace: true });
    toast(t("account.reset-done"));
  };
  const words = { 401: t("account.reset-stale"), 422: t("account.unfit"), 429: t("account.often") };
  page(main, t("account.reset-set"), form([password("password", t("account.new-password"), { autocomplete: "new-password", about: t("account.password-why") })], t("account.reset-set"), send, words), link("/reset", t("account.again")));
}
