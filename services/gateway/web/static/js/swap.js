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

// Regions as the server sent them: what a reader has opened or typed since makes none a changed one.
const sent = new WeakMap();
for (const one of document.querySelectorAll("[data-region]")) sent.set(one, one.innerHTML);

// A region whose version has changed is about something else; in any other what was opened stays
// open, and what was typed stays where it stands.
function keepWork(old, fresh) {
  const opened = [...old.querySelectorAll("details[open] > summary")].map((one) => one.textContent);
  for (const one of fresh.querySelectorAll("details > summary")) {
    if (opened.includes(one.textContent)) one.parentElement.open = true;
  }
  for (const field of old.querySelectorAll("input[id]:not([type=hidden]), textarea[id]")) {
    const next = fresh.querySelector(`#${CSS.escape(field.id)}`);
    if (next && field.value !== field.defaultValue) next.value = field.value;
  }
}

function takeOver(old, fresh) {
  sent.set(old, fresh.innerHTML);
  if (fresh.dataset.version === undefined) keepWork(old, fresh);
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
          : same(sent.get(old) ?? old.innerHTML, fresh.innerHTML);
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
