// A closed duel, attempt by attempt, both boards in step.
import { onSwap } from "./swap.js";

let shown = Infinity;

function steps() {
  return [...document.querySelectorAll("[data-replay] [data-step]")];
}

function show(upTo) {
  const rows = steps();
  const last = Math.max(0, ...rows.map((row) => Number(row.dataset.step)));
  shown = upTo === Infinity ? upTo : Math.max(0, Math.min(upTo, last));
  for (const row of rows) row.hidden = Number(row.dataset.step) > shown;
}

export const replay = {
  start() {
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-replay] button");
      if (!button) return;
      const last = Math.max(0, ...steps().map((row) => Number(row.dataset.step)));
      if ("back" in button.dataset) show(Math.min(shown, last) - 1);
      else if ("forth" in button.dataset) show(shown >= last ? 0 : shown + 1);
      else show(Infinity);
    });
    // Rows that came anew are hidden as the old ones were.
    onSwap(() => shown < Infinity && show(shown));
  },
};
