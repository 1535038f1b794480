// Putting a code together: typed, or pressed. The field alone is what counts and is sent.
import { onSwap } from "./swap.js";

const SVG = "http://www.w3.org/2000/svg";
const STORED = "justa-keys";

const field = () => document.querySelector("[data-code]");
const tidy = (one) =>
  [...one.value.toUpperCase()].filter((symbol) => one.dataset.symbols.includes(symbol)).join("");

function draw() {
  const one = field();
  const slots = document.querySelector("[data-slots]");
  if (!one || !slots) return;
  const symbols = tidy(one);
  const marks = [];
  for (let n = 0; n < Number(slots.dataset.slots); n++) {
    const mark = document.createElementNS(SVG, symbols[n] ? "use" : "rect");
    const sizes = symbols[n]
      ? { href: `#s${symbols[n]}`, x: n * 38, width: 36, height: 36 }
      : { class: n === symbols.length ? "slot next" : "slot", x: n * 38 + 2, y: 2, width: 32, height: 32, rx: 6 };
    for (const [name, value] of Object.entries(sizes)) mark.setAttribute(name, value);
    marks.push(mark);
  }
  slots.replaceChildren(...marks);
}

function put(symbol) {
  const one = field();
  if (!one) return;
  const symbols = tidy(one);
  if (symbol === "back") one.value = symbols.slice(0, -1);
  else if (symbols.length < Number(one.dataset.code)) one.value = symbols + symbol;
  draw();
}

function isOn() {
  return document.querySelector("[data-keys]")?.checked ?? false;
}

function onKey(event) {
  const one = field();
  if (!one || !isOn() || event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  if (at.closest("input, textarea, select, button, a, summary, [contenteditable]")) return;
  const symbol = event.key.toUpperCase();
  if (event.key === "Enter") one.form.requestSubmit(one.form.querySelector("button:not([type])"));
  else if (event.key === "Backspace") put("back");
  else if (symbol.length === 1 && one.dataset.symbols.includes(symbol)) put(symbol);
  else return;
  event.preventDefault();
}

function recall() {
  const choice = document.querySelector("[data-keys]");
  if (choice) choice.checked = localStorage.getItem(STORED) !== "off";
}

export const board = {
  start() {
    draw();
    recall();
    onSwap(() => {
      draw();
      recall();
    });
    document.addEventListener("input", (event) => {
      if (event.target.matches("[data-code]")) draw();
    });
    document.addEventListener("change", (event) => {
      if (event.target.matches("[data-keys]")) {
        localStorage.setItem(STORED, event.target.checked ? "on" : "off");
      }
    });
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-symbol]");
      if (button) put(button.dataset.symbol);
    });
    document.addEventListener("keydown", onKey);
  },
};
