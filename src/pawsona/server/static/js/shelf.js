// What an activity puts into the pet's paws, onto the shelf and into the diary's round pictures (look.md sec. 6).
import { drawing, h, svg } from "./dom.js";

const HOLDS = {
  read: "book", library: "book", learn: "book", cook: "bowl", bake: "bowl", jam: "bowl", lunch: "bowl", dinner: "bowl", supper: "bowl", tea: "cup", breakfast: "cup",
  garden: "can", dig: "can", market: "basket", picnic: "basket", forage: "basket", berries: "basket", errand: "basket", hoard: "basket", music: "harmonica", song: "harmonica",
  draw: "pencil", paint: "pencil", letters: "pencil", lantern: "lantern", attic: "lantern", stargaze: "lantern", shadows: "lantern", knit: "yarn", mend: "yarn", fetch: "ball", leaves: "leaf", collect: "leaf",
};

const SHELF = {
  read: ["cup", "books"], learn: ["books"], library: ["books"], draw: ["cup", "letters"], paint: ["cup", "letters"], letters: ["letters"], cook: ["basket"], bake: ["jar"], jam: ["jar", "fruit"], tea: ["fruit", "books"],
  garden: ["pot"], dig: ["pot"], market: ["fruit"], collect: ["basket"], leaves: ["basket"], forage: ["fruit"], picnic: ["fruit"], berries: ["jar"], bath: ["towel"], soak: ["towel"], swim: ["towel"], sea: ["towel"], groom: ["towel"],
  music: ["cup", "books"], radio: ["radio"], dance: ["radio"], chess: ["board"], boardgame: ["board"], puzzle: ["board"], lunch: ["fruit"], dinner: ["fruit"], knit: ["cup", "basket"], mend: ["cup", "basket"],
  nap: ["cushion", "books"], sleep: ["cushion", "lamp"], stargaze: ["lamp"], supper: ["fruit"], breakfast: ["fruit"], errand: ["letters"], visit: ["basket"], hoard: ["fruit"],
};

const SPOTS = {
  breakfast: "cup", lunch: "food", dinner: "food", supper: "cup", hike: "leaf", run: "leaf", tea: "cup", sleep: "night", stargaze: "night", nap: "nap", walk: "leaf", garden: "flower", read: "book", market: "basket",
  fishing: "water", sea: "water", bath: "bath", cook: "food", bake: "food", visit: "friend", music: "music", tidy: "sun", draw: "pen", watch: "fruit",
  letters: "letter", collect: "leaf", puddles: "rain", snow: "snow", kite: "kite", forage: "basket", errand: "basket", picnic: "basket",
  puzzle: "fruit", mend: "pen", dance: "music", jam: "food", knit: "flower", attic: "basket", stretch: "sun", radio: "music", shadows: "night", boardgame: "friend",
  tinker: "sun", fort: "nap", stormwatch: "rain", learn: "book", bench: "leaf", library: "book", berries: "basket", leaves: "leaf", skate: "snow", boat: "water",
  bridge: "water", lantern: "night", sunset: "sun", swim: "water", paint: "pen", help: "friend", chess: "friend", groom: "bath", fetch: "leaf", song: "music",
  dig: "flower", hoard: "basket", soak: "bath",
};

export const held = (kind, pose) => (pose === "sleep" ? "" : (HOLDS[kind] ?? ""));

/** The plant is always left; at most two more things stand right of the pet. */
export async function things(kind, pose, tod) {
  const names = pose === "sleep" ? SHELF.sleep : (SHELF[kind] ?? ["cup", "books"]);
  const lit = names.includes("lamp") || tod === "night";
  const shown = lit && !names.includes("lamp") ? [...names.slice(0, 1).filter((name) => name === "cushion"), "lamp"] : names;
  const all = await drawing("art/things.svg");
  const standing = shown.filter((name) => name !== "cushion" && name !== "lamp");
  const drawn = ["plant", ...shown].map((name) => {
    const place = standing.indexOf(name) === 0 ? " one" : standing.indexOf(name) === 1 ? " two" : "";
    const thing = all.querySelector(`[data-thing="${name}"]`).cloneNode(true);
    thing.setAttribute("class", `thing ${name}${place}`);
    thing.setAttribute("aria-hidden", "true");
    thing.setAttribute("fill", "none");
    thing.setAttribute("stroke-linecap", "round");
    thing.setAttribute("stroke-linejoin", "round");
    return thing;
  });
  return lit ? [h("div", { class: "lamp-light" }), ...drawn] : drawn;
}

/** The small round picture of a diary entry. */
export async function spot(kind) {
  const all = await drawing("art/spots.svg");
  const picture = all.querySelector(`[data-spot="${SPOTS[kind] ?? "sun"}"]`);
  const around = { class: "spot", viewBox: "0 0 96 96", "aria-hidden": "true", fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return svg("svg", around, picture.cloneNode(true));
}
