// Forms: sent once, however often a key is pressed; on a duel's page without leaving it.
import { announce, swap } from "./swap.js";

const sending = new WeakSet();
const SLOW = 1000;
let slow = 0;

// What takes longer than a second says so; the next page, or the answer, takes its place.
function showWork(form) {
  clearTimeout(slow);
  slow = setTimeout(() => {
    note(form, document.body.dataset.working, "hint");
    announce(document.body.dataset.working);
  }, SLOW);
}

function endWork(form) {
  clearTimeout(slow);
  form.querySelector(".told-below")?.remove();
}

async function send(form, button) {
  const fields = new FormData(form);
  if (button?.name) fields.set(button.name, button.value);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Accept: "text/html" },
    });
    const html = await answer.text();
    if (answer.status >= 502) throw new Error(String(answer.status));
    swap(html);
    endWork(form);
  } catch {
    clearTimeout(slow);
    announce(document.body.dataset.failed);
    note(form, document.body.dataset.failed);
  } finally {
    sending.delete(form);
  }
}

function note(form, text, kind = "error") {
  let place = form.querySelector(".told-below");
  if (!place) {
    place = document.createElement("p");
    form.append(place);
  }
  place.className = `${kind} told-below`;
  place.textContent = text;
}

// Fields that depend on each other say so while one types; the server has the last word.
function check(form) {
  const field = (name) => form.elements.namedItem(name);
  for (const one of form.querySelectorAll("[data-after], [data-at-most]")) {
    const other = field(one.dataset.after ?? one.dataset.atMost);
    let wrong = false;
    // What is hidden belongs to another choice, and is not sent for anything.
    if (one.value && other?.value && one.checkVisibility()) {
      wrong = one.dataset.after
        ? one.value < other.value.slice(0, one.value.length)
        : Number(one.value) > Number(other.value);
    }
    one.setCustomValidity(wrong ? one.dataset.wrong : "");
    one.setAttribute("aria-invalid", String(wrong));
    let place = document.getElementById(`${one.id}-wrong`);
    if (wrong && !place) {
      place = document.createElement("span");
      place.id = `${one.id}-wrong`;
      place.className = "error";
      one.before(place);
    }
    if (place) place.textContent = wrong ? one.dataset.wrong : "";
  }
}

export function watchForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    if (sending.has(form)) {
      event.preventDefault();
      return;
    }
    sending.add(form);
    showWork(form);
    if (!("swap" in form.dataset)) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  addEventListener("pageshow", (event) => {
    // Back from the next page: the form may be sent again.
    if (!event.persisted) return;
    for (const form of document.forms) {
      sending.delete(form);
      endWork(form);
    }
  });
  for (const form of document.querySelectorAll("form.checked")) {
    form.addEventListener("input", () => check(form));
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) navigator.clipboard?.writeText(document.getElementById(button.dataset.copy).textContent);
  });
}
