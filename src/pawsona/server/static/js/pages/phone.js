// On your phone: a code to scan, the phones that may come in, and what they can do without HTTPS.
import { clear, h } from "../dom.js";
import { get, post, remove } from "../api.js";
import { keep } from "../controls.js";
import { dayFull, dayOf } from "../dates.js";
import { explain, waiting } from "../shell.js";
import { t } from "../words.js";

/** The section of the settings; phones are paired on the computer itself, and elsewhere it says so. */
export function phones() {
  const list = h("div", {});
  const place = h("div", { "aria-live": "polite" });
  const show = () => clear(place, h("button", { class: "btn soft", type: "button", onclick: () => scan(place, list) }, t("phone.pair")));
  show();
  load(list, place);
  return h("section", { id: "phone" }, h("h2", {}, t("phone.title")), h("p", {}, t(location.protocol === "https:" ? "phone.far" : "phone.what")), list, h("div", { class: "end" }, place), h("p", { class: "quiet" }, t(window.isSecureContext ? "phone.secure" : "phone.insecure")));
}

async function load(list, place) {
  try {
    clear(list, (await get("/devices")).map((device) => row(device, list, place)));
  } catch (error) {
    clear(list);
    clear(place, h("p", { class: "quiet" }, error.status === 403 ? t("phone.elsewhere") : explain(error)));
  }
}

function row(device, list, place) {
  const out = async () => {
    if (await keep(() => remove(`/devices/${device.id}`))) load(list, place);
  };
  return h(
    "div",
    { class: "opt" },
    h("span", {}, device.name, h("span", { class: "quiet" }, t("phone.seen", { day: dayFull(dayOf(device.seen_at)) }))),
    h("button", { class: "btn soft", type: "button", "aria-label": t("phone.out-name", { name: device.name }), onclick: out }, t("phone.out")),
  );
}

async function scan(place, list) {
  clear(place, waiting());
  let ticket;
  try {
    ticket = await post("/devices/tickets");
  } catch (error) {
    clear(place, h("p", { class: "wrong", role: "alert" }, explain(error, false, t("phone.no-network"))), again(place, list));
    return;
  }
  const known = new Set((await get("/devices").catch(() => [])).map(({ id }) => id));
  clear(
    place,
    h("div", { class: "scan" }, h("p", {}, t("phone.scan")), h("img", { src: ticket.svg, alt: t("phone.code"), width: 232, height: 232 }), h("p", {}, h("code", {}, ticket.url)), again(place, list)),
  );
  await paired(place, list, known, Date.now() + 5 * 60_000);
}

const again = (place, list) => h("button", { class: "btn soft", type: "button", onclick: () => scan(place, list) }, t("phone.another"));

/** Looks now and then whether the code was used, for as long as it is shown. */
async function paired(place, list, known, until) {
  const shown = place.firstElementChild;
  while (shown.isConnected && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const devices = await get("/devices").catch(() => []);
    const fresh = devices.find(({ id }) => !known.has(id));
    if (!fresh || !shown.isConnected) continue;
    clear(place, h("p", { role: "status" }, t("phone.done", { name: fresh.name })), again(place, list));
    return load(list, place);
  }
  if (shown.isConnected) clear(place, h("p", {}, t("phone.late")), again(place, list));
}
