// Real links, client-side pages. A page is a function that fills `main` and may return how to leave it.
const routes = [];
let otherwise = null;
let leave = null;
let draw = null;
let turn = 0;

export function route(pattern, page) {
  routes.push({ pattern, page });
}

/** The page of every address that has none. */
export function elsewhere(page) {
  otherwise = page;
}

export function start(render) {
  draw = render;
  document.addEventListener("click", follow);
  window.addEventListener("popstate", () => open());
  return open();
}

export function go(path, { replace = false, carry = null } = {}) {
  history[replace ? "replaceState" : "pushState"](carry, "", path);
  return open(true);
}

/** Draws the current page again, for a new language or a new person. */
export const again = () => open();

/** False once another page was opened: a slow answer must not draw over it. */
export const ticket = () => {
  const mine = turn;
  return () => mine === turn;
};

async function open(moved = false) {
  turn += 1;
  leave?.();
  leave = null;
  if (location.pathname === "/care" && location.hash === "#settings") history.replaceState(null, "", "/settings");
  const path = location.pathname.replace(/(.)\/$/, "$1");
  const found = routes.map(({ pattern, page }) => ({ page, match: pattern.exec(path) })).find(({ match }) => match) ?? {
    page: otherwise,
    match: [path],
  };
  leave = (await draw(found.page, found.match.slice(1), { moved, carry: history.state })) ?? null;
}

function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || /^\/(api|operate|care\/protocol$)/.test(url.pathname) || link.hasAttribute("download") || link.target) return;
  event.preventDefault();
  if (url.pathname === location.pathname && url.hash) {
    document.getElementById(url.hash.slice(1))?.scrollIntoView();
    return;
  }
  go(url.pathname + url.hash);
}
