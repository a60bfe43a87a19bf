// The studio: a screen for each address after the #.
import { get } from "./api.js";
import { count, h } from "/shared/dom.js";
import { comparison } from "./compare.js";
import { exported } from "./export.js";
import { kinds } from "./kinds_screen.js";
import { onePage } from "./page.js";
import { pages } from "./pages.js";
import { rules } from "./rules.js";
import { sites } from "./sites.js";
import { structure } from "./structure.js";
import { taught } from "./taught.js";
import { threshold } from "./threshold.js";
import { watching } from "./watching.js";

const SCREENS = { sites, pages, page: onePage, compare: comparison, kinds, taught, threshold, structure, watching, rules, export: exported };
const main = document.getElementById("main");
let leave = () => {};
let shown = 0;

/** Each screen has a place of its own: one that is slow cannot write over the next. */
async function show() {
  const number = ++shown;
  const place = h("div", { class: "screen" });
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, ...rest] = path.split("/");
  const screen = SCREENS[name] ?? sites;
  leave();
  leave = () => {};
  for (const link of document.querySelectorAll("nav a"))
    link.toggleAttribute("aria-current", link.dataset.screen === (SCREENS[name] ? name.replace(/^page$/, "pages") : "sites"));
  main.replaceChildren(place);
  try {
    const left = (await screen(place, new URLSearchParams(query), rest.map(decodeURIComponent))) ?? (() => {});
    if (number === shown) leave = left;
    else left();
  } catch (error) {
    place.replaceChildren(h("h1", {}, "That did not work"), h("p", { role: "alert" }, error.message));
  }
}

async function showStatus() {
  const place = document.getElementById("status");
  let wait = 5000;
  try {
    const status = await get("status");
    const failed = Object.values(status.failures).reduce((sum, one) => sum + one, 0);
    const parts = [count(status.pages, "page")];
    if (failed) parts.push(`${failed} failed`);
    if (status.pins) parts.push(`${count(status.pins, "lesson")}`);
    const share = Math.round((status.fraction ?? 0) * 100);
    const reading = status.phase === "reading";
    place.replaceChildren(
      ...(reading ? [h("span", { class: "meter" }, h("i", { style: { width: `${share}%` } })), h("span", {}, "learning")] : []),
      h("span", { class: "number" }, parts.join(" · ")),
      ...(status.phase === "failed" ? [h("span", { class: "note" }, status.problem)] : []),
    );
    document.body.dataset.phase = status.phase;
    wait = reading ? 700 : 5000;
  } catch (error) {
    place.replaceChildren(h("span", { class: "note" }, `the studio does not answer: ${error.message}`));
  }
  setTimeout(showStatus, wait);
}

addEventListener("hashchange", show);
show();
showStatus();
