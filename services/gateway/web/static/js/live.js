// Live changes. One stream a browser: its tabs elect one that listens and tells the others. When the
// connection is gone for more than five seconds the page says so and its clocks stand still; when it
// is back, the state is fetched first, and the stream resumes after that.
import { clock } from "./clock.js";
import { refresh } from "./swap.js";

const EVENTS = {
  round_opened: "season",
  solving_opened: "season",
  round_closed: "season",
  standings_published: "season",
  season_changed: "season",
  duel_changed: "match",
  ladder_matched: "queue",
  ranking_changed: "ladder",
};
const PATIENCE = 5000;
const RETRY = 2000;
const LOOK = 15000;

const channel = "BroadcastChannel" in window ? new BroadcastChannel("justa-live") : null;
const topics = () => document.getElementById("main").dataset.topics.split(/\s+/).filter(Boolean);
const known = document.body.dataset.known === "1";

let source = null;
let leads = false;
let lostAt = 0;
let heardBefore = false;

const playing = () =>
  known && (location.pathname.startsWith("/duels/") || topics().includes("queue"));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function concerns(type, data) {
  const mine = topics();
  const kind = EVENTS[type];
  return mine.includes(kind) || mine.includes(data.season_id) || mine.includes(data.match_id);
}

let planned = 0;

function heard(type, data) {
  if (!concerns(type, data)) return;
  // Everybody hears the end of a round at once; one's own duel comes first.
  const delay = type === "duel_changed" || type === "ladder_matched" ? 0 : Math.random() * 800;
  clearTimeout(planned);
  planned = setTimeout(refresh, delay);
}

async function ask() {
  const answer = await fetch("/live", { signal: AbortSignal.timeout(4000), cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const state = await answer.json();
  clock.set(state.now, state.manual);
  return state;
}

function show(away) {
  document.getElementById("offline").hidden = !away;
  clock.stand(away);
}

function lost() {
  if (lostAt) return;
  lostAt = Date.now();
  setTimeout(() => {
    if (lostAt) show(true);
  }, PATIENCE);
  comeBack();
}

async function comeBack() {
  while (lostAt) {
    try {
      await ask();
      await refresh();
      lostAt = 0;
      show(false);
      if (leads) listen();
    } catch {
      await pause(RETRY);
    }
  }
}

async function listen() {
  source?.close();
  source = null;
  try {
    await ask();
  } catch {
    lost();
    return;
  }
  source = new EventSource("/api/v1/events");
  for (const type of Object.keys(EVENTS)) {
    source.addEventListener(type, (event) => {
      const data = JSON.parse(event.data);
      channel?.postMessage({ type, data });
      heard(type, data);
    });
  }
  source.addEventListener("open", () => {
    // What happened between the page and the stream must not be missed where it matters most.
    if (heardBefore || playing()) refresh();
    heardBefore = true;
  });
  source.addEventListener("error", () => {
    // A stream ends every few minutes; the browser comes back by itself. Refused for good (a login
    // that ended, no place): looking again and again does instead, and another try later.
    const refused = source?.readyState === EventSource.CLOSED;
    ask().then(
      () => refused && setTimeout(listen, LOOK),
      () => {
        source?.close();
        source = null;
        channel?.postMessage({ type: "lost" });
        lost();
      },
    );
  });
}

function lead() {
  leads = true;
  listen();
  return new Promise(() => {});
}

function elect() {
  if (navigator.locks) navigator.locks.request("justa-live", lead);
  else if (!document.hidden) lead();
}

export const live = {
  start() {
    if (!topics().length) return;
    channel?.addEventListener("message", ({ data: message }) => {
      if (message.type === "lost") lost();
      else heard(message.type, message.data);
    });
    addEventListener("offline", lost);
    addEventListener("online", () => lostAt && comeBack());
    addEventListener("pagehide", () => source?.close());
    addEventListener("pageshow", (event) => event.persisted && leads && listen());
    elect();
    // A live duel shows by a look every 15 seconds that its player is there.
    const every = Number(document.querySelector("[data-every]")?.dataset.every) * 1000 || LOOK;
    if (playing()) setInterval(() => !document.hidden && !lostAt && refresh(), every);
  },
};
