// Parts that several screens are made of.
import { h, route, siteName } from "/shared/dom.js";

const MOST = 500; // sites to choose from

/** A list to choose a site from, which opens a screen for it. */
export const siteChooser = (sites, chosen, screen) => h("label", { class: "field" }, "Site", h("select", { "aria-label": "Site", onchange: (event) => { location.hash = route(screen, { site: event.target.value }); } },
  sites.slice(0, MOST).map((line) => h("option", { value: line.site, selected: line.site === chosen }, siteName(line.site)))));

/** The head of a screen: what it is, in a sentence what it is for, and what can be set. */
export const heading = (title, about, ...tools) => h("header", { class: "top" }, h("h1", {}, title), about && h("p", { class: "soft" }, about), tools.length > 0 && h("div", { class: "tools" }, tools));

/** What stands where there is nothing yet: why, and what to do about it. */
export const empty = (title, words, ...commands) => h("section", { class: "empty" }, h("h2", {}, title), h("p", {}, words), commands.map(commandLine));

/** A command line, and a button that copies it. */
export function commandLine(line) {
  const copy = h("button", { class: "small", onclick: async () => {
    try { await navigator.clipboard.writeText(line); copy.textContent = "copied"; } catch { copy.textContent = "select it and press Ctrl-C"; }
  } }, "copy");
  return h("div", { class: "command" }, h("code", {}, line), copy);
}

/** To the pages before and after one, on the same screen. */
export function stepper(before, after, address) {
  const step = (to, sign, name, key) => h("button", { class: "step", disabled: to === null, "aria-label": name, title: key ? `${name} (${key})` : name, onclick: () => { location.hash = address(to); } }, sign);
  return h("span", { class: "stepper" }, step(before, "←", "previous page", "p"), step(after, "→", "next page", "n"));
}

/** Where in a long list one is, with buttons for the parts before and after. */
export function pager(offset, shown, total, what, go, size) {
  const range = total ? `${(offset + 1).toLocaleString("en")} to ${(offset + shown).toLocaleString("en")} of ${what}` : `No ${what.replace(/^0 /, "")}.`;
  return h("div", { class: "tools pager" }, h("span", { class: "soft number" }, range),
    total > size && [h("button", { disabled: offset === 0, onclick: () => go(Math.max(0, offset - size)) }, "← before"),
      h("button", { disabled: offset + shown >= total, onclick: () => go(offset + shown) }, "after →")]);
}

const isChanged = (runs) => runs.some((run) => run.change !== "same");

/** Blocks with what was added and removed; of those that are as before, the ones beside a change. */
export function edited(blocks) {
  const beside = (i) => [i - 1, i, i + 1].some((j) => blocks[j] && isChanged(blocks[j]));
  const shown = [];
  let folded = [];
  const unfold = () => {
    if (folded.length > 2) shown.push(h("details", { class: "same" }, h("summary", {}, `${folded.length} blocks as before`), folded));
    else shown.push(...folded);
    folded = [];
  };
  blocks.forEach((runs, i) => {
    const block = h("p", { class: isChanged(runs) ? "changed" : "same" }, runs.map((run) => [run.change === "same" ? run.text : h(run.change === "+" ? "ins" : "del", {}, run.text), " "]));
    if (!beside(i)) { folded.push(block); return; }
    unfold();
    shown.push(block);
  });
  unfold();
  return shown;
}
