// Starts the app: language, light, pages, and what the server tells while a page is open.
import { get, Gone, onGone } from "./api.js";
import { paint } from "./light.js";
import { begin, forgetKept, kept } from "./offline.js";
import { resumePull, watchPull } from "./pulling.js";
import { again, elsewhere, go, route, start, ticket } from "./router.js";
import { loadHome, loadNow, session, tellNews } from "./session.js";
import { failure, focusHeading, frame, showGone, waiting } from "./shell.js";
import { clear, h } from "./dom.js";
import { forgetDrafts } from "./drafts.js";
import { speak, t } from "./words.js";
import { adopt } from "./pages/adopt.js";
import { diary } from "./pages/diary.js";
import { home } from "./pages/home.js";
import { talk } from "./pages/talk.js";

/** The other pages come when they are asked for. */
const later = (name) => async (...given) => (await import(`./pages/${name}.js`))[name](...given);
const [care, settings, notes, promises, you, memories, costs] = ["care", "settings", "notes", "promises", "you", "memories", "costs"].map(later);

const entering = (name) => async (...given) => (await import("./pages/entry.js"))[name](...given);
const [signIn, signUp, reset] = ["signIn", "signUp", "reset"].map(entering);
const account = later("account");
const nowhere = later("nowhere");

const ENTRY = new Set([signIn, signUp, reset]);
const NEEDS_NOBODY = new Set([adopt, care, account, nowhere, ...ENTRY]);
const NAMES = new Map([[home, "home"], [talk, "talk"], [diary, "diary"], [notes, "diary"], [promises, "diary"], [you, "diary"], [memories, "memories"], [care, "care"], [settings, "settings"], [costs, "costs"], [adopt, "adopt"], [account, "account"], [signIn, "account"], [signUp, "account"], [reset, "account"], [nowhere, "nowhere"]]);
const MINUTE = 60_000;
/** Milliseconds until a page that is not there yet says so. */
const PATIENCE = 300;
/** Milliseconds between two looks for a server that is away. */
const AWAY = 5000;
/** HTTP's statuses of a device that is not paired (any more), and of a session that has ended. */
const REFUSED = new Set([401, 403]);
const ENDED = 401;
const TITLES = { adopt: "adopt.short", account: "account.title", nowhere: "nowhere.title" };
let looking = null;
let events = null;

paint();
await speak(document.documentElement.lang.slice(0, 2));
onGone(showGone);
onGone(lookForIt);
route(/^\/$/, home);
route(/^\/adopt$/, adopt);
route(/^\/talk$/, talk);
route(/^\/diary(?:\/(\d{4}-\d\d-\d\d))?$/, diary);
route(/^\/notes$/, notes);
route(/^\/promises$/, promises);
route(/^\/you$/, you);
route(/^\/memories$/, memories);
route(/^\/care$/, care);
route(/^\/settings$/, settings);
route(/^\/costs$/, costs);
route(/^\/account$/, account);
route(/^\/sign-in$/, signIn);
route(/^\/sign-up$/, signUp);
route(/^\/reset$/, reset);
elsewhere(nowhere);
start(render).then(resumePull).then(begin);
watchPull(async (_, arrived) => arrived && (await import("./pages/mind.js")).arrival(arrived));

async function render(page, found, { moved, carry }) {
  const mine = ticket();
  const name = NAMES.get(page);
  const bare = ENTRY.has(page) || (NEEDS_NOBODY.has(page) && !session.pet && page !== care) || session.home?.accounts?.role === "operator";
  const main = frame(name, { bare, retry: again });
  const arrived = arriving(main);
  try {
    if (!session.home) await speak((await loadHome()).language);
    if (!session.home.attachment) main.before(h("div", { class: "banner", role: "alert" }, h("p", {}, t("banner.research"))));
    const first = astray(page);
    if (first) return mine() ? go(first, { replace: true }) : null;
    if (!session.pet && !NEEDS_NOBODY.has(page)) return mine() ? go("/adopt", { replace: true }) : null;
    if (!session.pet) events?.close();
    else listen();
    document.title = t("app.title", { page: t(TITLES[name] ?? `nav.${name}`) });
    const leave = await page(main, found, { carry });
    arrived();
    if (!mine()) leave?.();
    else if (moved) arrive(main);
    return mine() ? leave : null;
  } catch (error) {
    if (!mine()) return null;
    if (error.status === ENDED && session.home?.accounts) return shutOut(error);
    if (error.status === undefined && !(error instanceof Gone)) console.error(error);
    arrived();
    main.className = "";
    clear(main, failure(error, again));
    main.firstElementChild.classList.add("page-state");
    if (error instanceof Gone) showGone(false); // the page says it itself
    if (error instanceof Gone && page !== diary && (await kept())) main.firstElementChild.append(h("p", {}, h("a", { class: "text-link", href: "/diary" }, t("offline.diary"))));
    return null;
  }
}

/** Where somebody has to go first: to the door, if they have to sign in; past it, if they are in; an operator has no pet. */
function astray(page) {
  const { accounts } = session.home;
  if (!accounts) return ENTRY.has(page) || page === account ? "/" : "";
  if (!accounts.role) return ENTRY.has(page) || page === care ? "" : "/sign-in";
  if (accounts.role === "operator") return page === account || page === care ? "" : "/account";
  return ENTRY.has(page) && page !== reset ? "/" : "";
}

/** While the server is away it is asked now and then whether it is back; then the line goes by itself. */
function lookForIt(gone) {
  if (gone) looking ??= setInterval(() => get("/home").catch(() => {}), AWAY);
  else looking = clearInterval(looking) ?? null;
}

/** A page is shown when it is complete, so that nothing moves under an eye or a finger; a slow one says that it comes. */
function arriving(main) {
  main.toggleAttribute("data-arriving", true);
  const line = waiting();
  line.classList.add("page-state", "slow");
  const patience = setTimeout(() => main.before(line), PATIENCE);
  return () => {
    clearTimeout(patience);
    line.remove();
    main.removeAttribute("data-arriving");
  };
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
  const mine = events;
  mine.addEventListener("error", () => mine.readyState === EventSource.CLOSED && get("/home").then(({ accounts }) => accounts && !accounts.role && shutOut({ status: ENDED }), shutOut)); // refused: it won't try again
  let before = false;
  mine.addEventListener("open", () => {
    if (before) heard("talk"); // nobody told what was said while the connection was away
    before = true;
  });
  for (const kind of ["day", "promise"]) events.addEventListener(kind, (event) => JSON.parse(event.data).pet === session.pet?.id && heard(kind));
  events.addEventListener("talk", ({ data }) => JSON.parse(data).pet === session.pet?.id && tellNews("talk", JSON.parse(data).id));
}

/** A device that may not come in any more shows and keeps nothing; a server that is merely away changes nothing. */
async function shutOut(error) {
  if (!REFUSED.has(error.status)) return;
  forgetDrafts();
  await forgetKept();
  location.reload();
}

async function heard(kind) {
  await loadNow().catch(shutOut);
  tellNews(kind);
}

setInterval(() => {
  if (!document.hidden && session.pet && session.now) loadNow().catch(shutOut);
}, MINUTE);
// A browser opens only six connections to a server: a page that nobody looks at gives its own back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) events?.close();
  else if (session.home?.person) {
    listen();
    if (session.pet && session.now) heard("talk");
  }
});
window.addEventListener("pagehide", () => events?.close());
