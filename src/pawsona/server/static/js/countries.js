// Countries by name, in the language of the app; the server knows which there are.
import { spoken, t } from "./words.js";

/** Options for a chooser: not said first, then by name. */
export function countries(choices) {
  const language = spoken() === "zh" ? "zh-Hans" : "en";
  const names = new Intl.DisplayNames([language], { type: "region" });
  const known = choices.countries.map((id) => ({ id, name: names.of(id) }));
  return [{ id: "", name: t("region.none") }, ...known.sort((one, other) => one.name.localeCompare(other.name, language))];
}
