// Your age: what holds because of it, and one plain way to say it anew.
import { clear, h } from "../dom.js";
import { put } from "../api.js";
import { keep, options, select } from "../controls.js";
import { t } from "../words.js";

export function age(pet, found, changed) {
  const place = h("section", {});
  const say = (band) => keep(async () => draw((found = changed(await put("/care/age", { age_band: band })))));
  const draw = () => {
    const chosen = found.seen ? "teen" : found.age_band;
    const holds = found.seen ? t("age.seen") : !found.minor ? t("age.grown") : found.age_band === "unknown" ? t("age.as-minor", { pet: pet.name }) : t("age.minor", { pet: pet.name });
    clear(
      place,
      h("h2", {}, t("age.title")),
      h("p", {}, holds),
      select("age-band", t("age.label"), options("age", ["unknown", "teen", "adult"]), chosen, say),
      found.minor && found.age_band !== "unknown" && h("p", { class: "quiet" }, t("age.young")),
    );
  };
  draw();
  return place;
}
