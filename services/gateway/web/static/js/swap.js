// Pages are made by the server alone. What is alive in them are regions: the page is fetched again,
// and regions that have changed take the place of the old ones.
const parser = new DOMParser();
const key = /name="key" value="[^"]*"/g;
const listeners = [];

export const onSwap = (listener) => listeners.push(listener);

export function announce(text) {
  const place = document.getElementById("announcer");
  if (text && place.textContent !== text) place.textContent = text;
}

let told = "";

// Each sentence once: what was there when the page came has been read with it.
export function announceAll(aloud = false) {
  const text = [...document.querySelectorAll("[data-announce]")]
    .map((place) => place.textContent.trim())
    .join(" ");
  if (aloud && text && text !== told) announce(text);
  told = text;
}

const same = (one, other) => one.replace(key, "") === other.replace(key, "");

function takeOver(old, fresh) {
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  const place = held?.id || held?.name;
  const scrolled = old.querySelector(".scroll")?.scrollLeft;
  old.replaceChildren(...fresh.childNodes);
  if (fresh.dataset.version !== undefined) old.dataset.version = fresh.dataset.version;
  if (scrolled) old.querySelector(".scroll")?.scrollTo(scrolled, 0);
  if (!place) return;
  const next =
    document.getElementById(place) || old.querySelector("[data-code], input:not([type=hidden])");
  next?.focus({ preventScroll: true });
}

// Put what is new in `html` into the page. A region with a version keeps what is being typed in it
// for as long as its version is the same.
export function swap(html) {
  const page = parser.parseFromString(html, "text/html");
  const regions = [...document.querySelectorAll("[data-region]")];
  const named = (region, where) =>
    where.querySelector(`[data-region="${CSS.escape(region.dataset.region)}"]`);
  const summary = page.getElementById("summary");
  const other = summary || document.getElementById("summary");
  const arrived = [...page.querySelectorAll("[data-region]")];
  if (other || arrived.length !== regions.length || regions.some((one) => !named(one, page))) {
    document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
    document.getElementById("summary")?.focus();
  } else {
    for (const old of regions) {
      const fresh = named(old, page);
      const version = old.dataset.version;
      const unchanged =
        version !== undefined
          ? version === fresh.dataset.version
          : same(old.innerHTML, fresh.innerHTML);
      if (!unchanged) takeOver(old, fresh);
    }
  }
  document.title = page.title;
  announceAll(true);
  for (const listener of listeners) listener(page);
}

let running = null;
let again = false;

// Fetch the present page anew; calls while one is under way become one more.
export function refresh() {
  if (running) {
    again = true;
    return running;
  }
  running = fetch(location.href, { headers: { Accept: "text/html" } })
    .then(async (answer) => {
      if (!answer.ok) return false;
      // Somewhere else now: a table that has become a game, say.
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
        location.assign(answer.url);
        return true;
      }
      swap(await answer.text());
      const goto = document.querySelector("a[data-goto]");
      if (goto && !goto.closest("[data-seen]")) location.assign(goto.href);
      return true;
    })
    .catch(() => false)
    .finally(() => {
      running = null;
      if (again) {
        again = false;
        refresh();
      }
    });
  return running;
}
