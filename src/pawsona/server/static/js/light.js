// Theme, hour, season, weather and movement, as attributes of the root that the style sheets read.
const root = document.documentElement;
const LIGHT = "pawsona.light";
const MOVEMENT = "pawsona.movement";
const LAST = "pawsona.sky";

export const light = () => localStorage.getItem(LIGHT) ?? "follow";
export const movement = () => localStorage.getItem(MOVEMENT) ?? "system";

export function setLight(value) {
  localStorage.setItem(LIGHT, value);
  paint();
}

export function setMovement(value) {
  localStorage.setItem(MOVEMENT, value);
  paint();
}

/** Shows an hour, season and weather; kept, so that the next visit opens without a flash of another sky. */
export function showSky({ tod, season, weather }) {
  localStorage.setItem(LAST, JSON.stringify({ tod, season, weather }));
  paint();
}

function guess() {
  const hour = new Date().getHours();
  return { tod: hour < 5 || hour >= 19 ? "night" : hour < 8 ? "dawn" : hour < 17 ? "day" : "dusk", season: "spring", weather: "sun" };
}

export function paint() {
  const { tod, season, weather } = JSON.parse(localStorage.getItem(LAST) ?? "null") ?? guess();
  const theme = light() === "follow" ? (tod === "night" ? "dark" : "light") : light();
  const painted = { tod, season, weather, theme, movement: movement() };
  Object.assign(root.dataset, painted);
  localStorage.setItem("pawsona.painted", JSON.stringify(painted));
}

// The wall changes slowly with the hour, but not while the first page is still being laid out.
setTimeout(() => root.toggleAttribute("data-settled", true), 3000);

document.addEventListener("visibilitychange", () => root.toggleAttribute("data-hidden", document.hidden));
