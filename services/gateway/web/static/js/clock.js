// Countdowns go by the server's clock: the reader's own may be wrong, and may be set meanwhile, so
// only the time that has passed since the page came is taken from this machine.
import { refresh } from "./swap.js";

const body = document.body;
let serverThen = Number(body.dataset.now);
let hereThen = performance.now();
let manual = body.dataset.manual === "1";
let standing = false;

const now = () => serverThen + (manual ? 0 : performance.now() - hereThen);

// The two largest units, as the server writes them.
export function span(milliseconds) {
  let rest = Math.floor(milliseconds / 1000);
  const parts = [];
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count || parts.length) parts.push(count ? `${count} ${unit}` : "");
    if (parts.length === 2) break;
  }
  return parts.filter(Boolean).join(" ");
}

let asked = 0;

function tick() {
  if (standing) return;
  let nearest = Infinity;
  for (const place of document.querySelectorAll("[data-until]")) {
    const rest = Number(place.dataset.until) - now();
    const text = rest >= 1000 ? body.dataset.left.replace("{}", span(rest)) : body.dataset.checking;
    if (place.textContent !== text) place.textContent = text;
    nearest = Math.min(nearest, rest);
  }
  // Zero decides nothing: the server is asked, a little later each time, what has become of it.
  if (nearest < 1000 && performance.now() - asked > 2000) {
    asked = performance.now();
    refresh();
  }
}

export const clock = {
  start() {
    tick();
    setInterval(tick, 500);
  },
  set(serverNow, isManual) {
    serverThen = serverNow;
    hereThen = performance.now();
    manual = isManual;
    tick();
  },
  stand(still) {
    standing = still;
    body.classList.toggle("away", still);
    if (!still) tick();
  },
};
