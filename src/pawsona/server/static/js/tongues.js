// Somebody who writes in the app's other language is shown, once, the way to talk in it.
import { patch } from "./api.js";
import { h } from "./dom.js";
import { again } from "./router.js";
import { loadHome } from "./session.js";
import { explain, toast } from "./shell.js";
import { speak, spoken, t, tongue } from "./words.js";

const LONG = 3;

/** The line that offers it, or null where the words are in the language of the app, or too few to tell. */
export function otherTongue(text) {
  const written = { "zh-Hans": "zh", en: "en" }[tongue(text)];
  if (!written || written === spoken() || (written === "en" && text.trim().split(/\s+/).length < LONG)) return null;
  const change = async () => {
    try {
      await patch("/person", { language: written });
      await loadHome();
      await speak(written);
      await again();
    } catch (error) {
      toast(explain(error));
    }
  };
  return h("p", { class: "when" }, h("button", { class: "text-link", type: "button", lang: written === "zh" ? "zh-Hans" : "en", onclick: change }, t("talk.other")));
}
