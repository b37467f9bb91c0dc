// Starts the app: language, light, pages, and what the server tells while a page is open.
import { onGone } from "./api.js";
import { paint } from "./light.js";
import { resumePull, watchPull } from "./pulling.js";
import { again, go, route, start, ticket } from "./router.js";
import { loadHome, loadNow, session } from "./session.js";
import { failure, focusHeading, frame, showGone, toast, waiting } from "./shell.js";
import { clear, h } from "./dom.js";
import { speak, t } from "./words.js";
import { adopt } from "./pages/adopt.js";
import { costs } from "./pages/costs.js";
import { diary } from "./pages/diary.js";
import { home } from "./pages/home.js";
import { memories } from "./pages/memories.js";
import { arrival } from "./pages/mind.js";
import { notes } from "./pages/notes.js";
import { talk } from "./pages/talk.js";

/** The largest page comes when it is asked for. */
const care = async (...given) => (await import("./pages/care.js")).care(...given);

const NEEDS_NOBODY = new Set([adopt, care]);
const NAMES = new Map([[home, "home"], [talk, "talk"], [diary, "diary"], [notes, "diary"], [memories, "memories"], [care, "care"], [costs, "costs"], [adopt, "adopt"]]);
const MINUTE = 60_000;
let events = null;

paint();
speak(document.documentElement.lang.slice(0, 2));
onGone(showGone);
route(/^\/$/, home);
route(/^\/adopt$/, adopt);
route(/^\/talk$/, talk);
route(/^\/diary(?:\/(\d{4}-\d\d-\d\d))?$/, diary);
route(/^\/notes$/, notes);
route(/^\/memories$/, memories);
route(/^\/care$/, care);
route(/^\/costs$/, costs);
start(render).then(resumePull);
watchPull((_, arrived) => arrived && arrival(arrived));

async function render(page, found, { moved, carry }) {
  const mine = ticket();
  const name = NAMES.get(page);
  const bare = page === adopt && !session.pet;
  const main = frame(name, { bare, retry: again });
  main.append(waiting());
  main.firstElementChild.classList.add("page-state");
  try {
    if (!session.home) speak((await loadHome()).language);
    if (!session.home.attachment) main.before(h("div", { class: "banner", role: "alert" }, h("p", {}, t("banner.research"))));
    if (!session.pet && !NEEDS_NOBODY.has(page)) return mine() ? go("/adopt", { replace: true }) : null;
    if (!session.home.person) events?.close();
    else listen();
    document.title = t("app.title", { page: t(name === "adopt" ? "adopt.short" : `nav.${name}`) });
    const leave = await page(main, found, { carry });
    if (!mine()) leave?.();
    else if (moved) arrive(main);
    return mine() ? leave : null;
  } catch (error) {
    if (!mine()) return null;
    if (error.status === undefined && error.constructor.name !== "Gone") console.error(error);
    main.className = "";
    clear(main, failure(error, again));
    main.firstElementChild.classList.add("page-state");
    return null;
  }
}

function arrive(main) {
  if (!location.hash && document.documentElement.dataset.page !== "talk") window.scrollTo(0, 0);
  if (document.documentElement.dataset.page === "talk") document.getElementById("say")?.focus({ preventScroll: true });
  else focusHeading(main);
}

/** News from the server; the browser connects again by itself. */
function listen() {
  if (document.hidden || (events && events.readyState !== EventSource.CLOSED)) return;
  events = new EventSource("/api/v1/events");
  const fresh = () => session.pet && loadNow().catch(() => {});
  events.addEventListener("day", (event) => JSON.parse(event.data).pet === session.pet?.id && fresh());
  events.addEventListener("promise", fresh);
  events.addEventListener("mind", (event) => {
    session.home.mind.name = JSON.parse(event.data).name;
    toast(t("state.mind", { name: session.home.mind.name }));
  });
}

setInterval(() => {
  if (!document.hidden && session.pet && session.now) loadNow().catch(() => {});
}, MINUTE);
// A browser opens only six connections to a server: a page that nobody looks at gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) events?.close();
  else if (session.home?.person) {
    listen();
    if (session.pet && session.now) loadNow().catch(() => {});
  }
});
window.addEventListener("pagehide", () => events?.close());
