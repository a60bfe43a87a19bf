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
const KEYS = [
  ["?", "this list"], ["1 … 9, 0", "the screens, in the order of the menu"], ["/", "search"],
  ["n  p", "next and previous page (a page, Compare, Rules)"], ["d", "next doubtful block"], ["j  k", "next and previous block"],
  ["t", "teach: what the chosen block is"], ["← →", "move the threshold, the map, from tab to tab"], ["+  −", "closer to the map, and away from it"],
];
const main = document.getElementById("main");
const links = [...document.querySelectorAll("nav a[data-screen]")];
const again = document.getElementById("again");
let leave = () => {};
let shown = 0;
let last = { pages: -1, phase: "" };
let drawnWhile = ""; // the phase of reading in which the screen was drawn

/** Each screen has a place of its own: one that is slow cannot write over the next. */
async function show() {
  const number = ++shown;
  const place = h("div", { class: "screen" }, h("p", { class: "soft waiting", role: "status" }, "One moment …"));
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [first, ...rest] = path.split("/");
  const name = Object.hasOwn(SCREENS, first) ? first : document.body.dataset.start;
  help.close();
  leave();
  leave = () => {};
  for (const link of links) {
    if (link.dataset.screen === name.replace(/^page$/, "pages")) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  main.replaceChildren(place);
  drawnWhile = last.phase;
  if (number > 1 && document.activeElement === document.body) main.focus({ preventScroll: true }); // what had the focus is gone
  scrollTo(0, 0);
  try {
    const left = (await SCREENS[name](place, new URLSearchParams(query), rest.map(decodeURIComponent))) ?? (() => {});
    if (number === shown) leave = left;
    else left();
  } catch (error) {
    place.replaceChildren(h("section", { class: "empty", role: "alert" }, h("h1", {}, "That did not work"), h("p", {}, error.message), h("div", { class: "tools" }, h("button", { onclick: show }, "try again"), h("a", { href: "#/sites" }, "back to the sites"))));
  }
  if (number === shown) document.title = `${place.querySelector("h1")?.textContent ?? "Sites"} · sitesieve studio`;
}

const meter = h("span", { class: "meter", role: "progressbar", "aria-label": "read of the input" }, h("i", {}));

/** What is read and learned so far; screens are told when there is more. */
async function showStatus() {
  const place = document.getElementById("status");
  let wait = 5000;
  try {
    const status = await get("status");
    const failed = Object.values(status.failures).reduce((sum, one) => sum + one, 0);
    const parts = [count(status.pages, "page")];
    if (failed) parts.push(`${failed} failed`);
    if (status.pins) parts.push(`${count(status.pins, "lesson")}`);
    const reading = status.phase === "reading";
    meter.firstChild.style.width = `${Math.round((status.fraction ?? 0) * 100)}%`;
    place.replaceChildren(
      ...(reading ? [...(status.fraction === null ? [] : [meter]), h("span", {}, "learning …")] : []),
      h("span", { class: "number", title: failed ? Object.entries(status.failures).map(([why, one]) => `${one} ${why}`).join(", ") : null }, parts.join(" · ")),
      ...(status.phase === "failed" ? [h("span", { class: "note" }, status.problem)] : []),
    );
    const news = last.pages >= 0 && (status.pages !== last.pages || status.phase !== last.phase);
    document.body.dataset.phase = status.phase;
    again.hidden = !(drawnWhile === "reading" && status.phase === "ready" && main.querySelector("[data-by-site]"));
    last = { pages: status.pages, phase: status.phase };
    document.dispatchEvent(new CustomEvent("status", { detail: { news, phase: status.phase } }));
    wait = !reading ? 5000 : status.pages ? 700 : 80; // somebody waits for the first page
  } catch (error) {
    place.replaceChildren(h("span", { class: "note", role: "alert" }, `the studio does not answer (has it been stopped?): ${error.message}`));
  }
  setTimeout(showStatus, wait);
}

const help = h("dialog", { "aria-labelledby": "keys-title" },
  h("h2", { id: "keys-title" }, "Keys"),
  h("table", {}, h("tbody", {}, KEYS.map(([key, what]) => h("tr", {}, h("td", {}, key.split("  ").map((one) => [h("kbd", {}, one), " "])), h("td", {}, what))))),
  h("button", { class: "main", onclick: () => help.close() }, "Close"));
document.body.append(help);
document.getElementById("help").addEventListener("click", () => help.showModal());
again.addEventListener("click", show);
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });

/** Keys that work on every screen; those of a screen are its own. */
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "")) return;
  if (event.key === "?") help.showModal();
  else if (/^\d$/.test(event.key)) links[(Number(event.key) + 9) % 10]?.click();
  else if (event.key === "/" && main.querySelector("input[type=search]")) {
    event.preventDefault();
    main.querySelector("input[type=search]").focus();
  } else if (event.key === "n" || event.key === "p") main.querySelector(`.step[aria-label="${event.key === "n" ? "next" : "previous"} page"]`)?.click();
}

document.addEventListener("keydown", key);
document.addEventListener("framekey", (event) => key(event.detail)); // pressed while the page in the frame has the focus
addEventListener("hashchange", show);
show();
showStatus();
