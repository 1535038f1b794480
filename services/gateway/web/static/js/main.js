// The one entry: brings the page to life, part by part.
import { watchForms } from "./forms.js";
import { board } from "./board.js";
import { clock } from "./clock.js";
import { live } from "./live.js";
import { replay } from "./replay.js";
import { announceAll } from "./swap.js";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !/(^|; )justa_zone=/.test(document.cookie)) {
  document.cookie = `justa_zone=${zone}; path=/; max-age=31536000; samesite=lax`;
}

document.getElementById("summary")?.focus();
const present = document.querySelector(".tabs [aria-current]")?.parentElement;
if (present) present.parentElement.scrollLeft = present.offsetLeft - 48;
clock.start();
board.start();
replay.start();
watchForms();
announceAll();
live.start();
