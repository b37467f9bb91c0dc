// The app's own words. What the pet says comes from the server in the person's language already.

const LANGUAGES = ["en", "zh"];
let language = "en";
let table = {};

/** Only the language that is spoken is fetched. */
export async function speak(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : "en";
  table = (await import(`../words/${next}.js`))[next];
  language = next;
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

export const spoken = () => language;

/** t("home.earlier", {n: 4}) - `{n}` is put in; one thing has its own words under `key.one`. */
export function t(key, values = {}) {
  const text = (values.n === 1 && table[`${key}.one`]) || table[key];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

const SCRIPTS = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Han}/u, "zh-Hans"],
  [/\p{Script=Latin}/u, "en"],
  [/\p{L}/u, "und"],
];

const letters = (text, script) => (text.match(script) ?? []).length;

/** Whether a sentence of the server's is in the person's language: some are written in English only, and quote a Chinese name. */
export function understood(sentence) {
  return language === "en" || /[。！？]$/.test(sentence) || letters(sentence, /\p{Script=Han}/gu) > letters(sentence, /\p{Script=Latin}/gu);
}

/** The language of a text whose author may write any: for `lang` on what people wrote. */
export function tongue(text) {
  return SCRIPTS.find(([script]) => script.test(text))?.[1] ?? "en";
}
