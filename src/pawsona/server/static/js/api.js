// Speaks to /api/v1. A server that is gone is told apart from a server that says no.

export class Gone extends Error {}

class Refused extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

const listeners = new Set();
/** Hears true when the server stops answering, false when it answers again. */
export const onGone = (listener) => listeners.add(listener);
const tell = (gone) => listeners.forEach((listener) => listener(gone));

/** Shows the server that a change comes from a page of ours; at home there is no such cookie. */
function shown(method) {
  const token = method === "GET" ? null : /(?:^|; )(?:__Host-)?pawsona_csrf=(\w+)/.exec(document.cookie);
  return token ? { "x-csrf-token": token[1] } : {};
}

const BUSY = new Set([429, 503]);
/** Seconds that are waited for a server that says when to come back; more is for whoever sits there to decide. */
const PATIENCE = 10;
const TRIES = 3;

/** What changes nothing twice is asked again when the server says so (Retry-After): what reads, and what has a key. */
async function asked(method, url, sent) {
  const again = method === "GET" || Boolean(sent.headers["idempotency-key"]);
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch(url, sent);
    const seconds = Number(answer.headers.get("retry-after"));
    if (!BUSY.has(answer.status) || !again || tried === TRIES || !(seconds > 0 && seconds <= PATIENCE)) return answer;
    await pause(seconds, sent.signal);
  }
}

function pause(seconds, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });
}

export async function call(method, path, body, options = {}) {
  const raw = body instanceof Blob;
  let answer;
  try {
    answer = await asked(method, `/api/v1${path}`, {
      method,
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
      ...options,
      headers: { ...(body === undefined || raw ? {} : { "content-type": "application/json" }), ...shown(method), ...options.headers },
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    tell(true);
    throw new Gone(error.message);
  }
  tell(answer.headers.has("x-pawsona-kept")); // the service worker speaks for a server that is away
  if (!answer.ok) throw new Refused(answer.status, await detail(answer));
  return answer;
}

async function detail(answer) {
  const problem = await answer.json().catch(() => ({}));
  return problem.detail || problem.title || `${answer.status}`;
}

const read = async (answer) => ((await answer).status === 204 ? null : (await answer).json());

export const get = (path) => read(call("GET", path));
export const post = (path, body) => read(call("POST", path, body ?? {}));
/** `seen`: the version that was read; where it has changed since, the answer is 412 and nothing happens. */
export const patch = (path, body, seen) => read(call("PATCH", path, body, only(seen)));
export const put = (path, body) => read(call("PUT", path, body));
export const remove = (path, seen) => read(call("DELETE", path, undefined, only(seen)));
const only = (seen) => (seen ? { headers: { "if-match": `"${seen}"` } } : {});

/** Yields {event, data} of a server-sent event stream that answers a POST; with a key that was used before, of the same one. */
export async function* stream(path, body, signal, key = "") {
  const answer = await call("POST", path, body, { signal, headers: key ? { "idempotency-key": key } : {} });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const found = parse(block);
        if (found) yield found;
      }
    }
  } catch (error) {
    if (error.name !== "AbortError") tell(true);
    throw error.name === "AbortError" ? error : new Gone(error.message);
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  let event = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length ? { event, data: JSON.parse(data.join("\n")) } : null;
}
