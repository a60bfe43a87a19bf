// A page as it looks, its texts tinted by what becomes of them.
import { count, h, percent } from "./dom.js";
import { colour, NOISE } from "./kinds.js";

const STYLE = `ss-b{border-radius:2px;cursor:pointer;color:#17212b!important;-webkit-text-fill-color:currentcolor!important;text-shadow:none!important}
  ss-b:hover{outline:2px solid #17636c!important}ss-b.chosen{outline:3px solid #c2185b!important;outline-offset:1px}
  ss-b.doubtful{text-decoration:underline dotted #8a5a00 2px}ss-b.pinned{box-shadow:inset 0 -3px #17636c}
  ${["content", "goes", ...NOISE].map((kind) => `ss-b[data-kind="${kind}"]{background:${colour(kind)}!important}`).join("")}`;

/** The frame with the page. It runs nothing itself: tinting and listening is done from outside. */
export class Look {
  constructor(blocks, source, { onChoose, onKey }) {
    this.blocks = new Map(blocks.map((block) => [block.number, block]));
    this.chosen = null;
    Object.assign(this, { onChoose, onKey });
    this.tip = h("div", { class: "tip", hidden: true, role: "tooltip" });
    this.frame = h("iframe", { sandbox: "allow-same-origin", title: "The page as it looks", onload: () => this.tint(), ...source });
    requestAnimationFrame(() => this.early());
  }

  /** Tint as soon as all of the page is there: its styles and pictures may take longer. */
  early() {
    const page = this.frame.contentDocument;
    if (this.marks || !this.frame.isConnected) return;
    if (page && page.URL !== "about:blank" && page.readyState !== "loading") this.tint();
    else requestAnimationFrame(() => this.early());
  }

  tint() {
    const page = this.frame.contentDocument;
    if (!page?.body || (this.marks && this.page === page)) return;
    this.page = page;
    for (const element of page.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")) element.tabIndex = -1; // the frame is one stop for the Tab key
    const style = page.createElement("style");
    style.textContent = STYLE;
    page.head.append(style);
    const texts = [...this.blocks.values()].map((block) => [block, at(page, block.address)]);
    this.marks = new Map();
    for (const [block, text] of texts) {
      if (text === null) continue;
      const mark = page.createElement("ss-b");
      mark.dataset.block = block.number;
      mark.dataset.kind = tintOf(block);
      mark.className = `${block.keep ? "keep" : "gone"}${block.doubtful ? " doubtful" : ""}${block.pinned ? " pinned" : ""}`;
      text.replaceWith(mark);
      mark.append(text);
      this.marks.set(block.number, mark);
    }
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const mark = event.target.closest?.("ss-b");
      if (mark) this.onChoose(Number(mark.dataset.block));
    }, true);
    page.addEventListener("mousemove", (event) => this.hover(event));
    page.addEventListener("mouseleave", () => { this.tip.hidden = true; });
    page.addEventListener("keydown", this.onKey);
    this.frame.dataset.tinted = String(this.marks.size);
    this.mark(this.chosen);
  }

  hover(event) {
    const mark = event.target.closest?.("ss-b");
    this.tip.hidden = !mark;
    if (!mark) return;
    const block = this.blocks.get(Number(mark.dataset.block));
    this.tip.replaceChildren(h("b", {}, `${block.keep ? "stays" : "goes"} · ${block.kind}`), block.reason);
    const frame = this.frame.getBoundingClientRect();
    const x = Math.min(frame.left + event.clientX + 14, innerWidth - this.tip.offsetWidth - 12);
    const y = Math.min(frame.top + event.clientY + 18, innerHeight - this.tip.offsetHeight - 12);
    Object.assign(this.tip.style, { left: `${x}px`, top: `${y}px` });
  }

  /** Outline a block and bring it into view. */
  mark(number) {
    this.chosen = number;
    for (const [one, mark] of this.marks ?? []) mark.classList.toggle("chosen", one === number);
    this.marks?.get(number)?.scrollIntoView({ block: "center" });
  }

  /** The next block of a colour of the legend. */
  nextOf(name) {
    const numbers = [...this.blocks.keys()];
    const here = numbers.indexOf(this.chosen);
    const same = (number) => legendName(this.blocks.get(number)) === name;
    return numbers.slice(here + 1).find(same) ?? numbers.find(same);
  }

  /** The block that a key leads to from the chosen one: j next, k before, d next doubtful. */
  led(key) {
    const numbers = [...this.blocks.keys()];
    const here = numbers.indexOf(this.chosen);
    if (key === "j") return numbers[Math.min(here + 1, numbers.length - 1)];
    if (key === "k") return here > 0 ? numbers[here - 1] : undefined;
    if (key !== "d") return undefined;
    const doubtful = (number) => this.blocks.get(number).doubtful;
    return numbers.slice(here + 1).find(doubtful) ?? numbers.find(doubtful);
  }
}

/** What keys do; those of the whole screen come first. */
export const KEYS = (...first) => h("span", { class: "keys soft" }, first, h("span", {}, h("kbd", {}, "d"), " next doubt"), h("span", {}, h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " block"));

/** What the colour of a block is called. */
const legendName = (block) => (block.keep ? "stays" : block.kind === "content" ? "goes" : block.kind);

/** What decides the colour of a block: its kind, where it goes. Content may go, too. */
const tintOf = (block) => (block.keep ? "content" : block.kind === "content" ? "goes" : block.kind);

/** Which colours there are on the page, and how many words of each; a click leads to the next such block. */
export function legend(blocks, look, onChoose) {
  const words = new Map();
  for (const block of blocks) words.set(legendName(block), (words.get(legendName(block)) ?? 0) + block.words);
  return h("div", { class: "legend", role: "group", "aria-label": "Colours" }, [...words].sort((a, b) => b[1] - a[1]).map(([name, number]) =>
    h("button", { class: "chip", title: `${count(number, "word")}; click for the next block`, onclick: () => onChoose(look.nextOf(name)) }, h("i", { style: { background: colour(name === "stays" ? "content" : name) } }), name, h("span", { class: "soft number" }, number.toLocaleString("en")))));
}

/** Tabs are one stop for the Tab key; arrows lead from one to the other. */
export function byArrows(tabs) {
  tabs.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(document.activeElement) + by + all.length) % all.length];
    next.focus();
    next.click();
  });
}

export function chosenTab(button, chosen) {
  button.setAttribute("aria-selected", String(chosen));
  button.tabIndex = chosen ? 0 : -1;
}

/** All blocks of a page in a list. */
export function blockList(blocks, chosen, onChoose) {
  return h("ul", { class: "blocks" }, blocks.map((block) =>
    h("li", {}, h("button", { class: block.keep ? "keep" : "gone", "aria-current": String(block.number === chosen), onclick: () => onChoose(block.number) },
      h("span", { class: "chip" }, h("i", { style: { background: colour(tintOf(block)) } }), block.kind),
      h("span", { class: "text" }, block.text), h("span", { class: "why" }, block.reason)))));
}

/** What is said of one block. */
export function aboutBlock(block) {
  return [
    h("p", { class: "verdict" }, h("span", { class: `chip ${block.keep ? "keep" : "gone"}` }, block.keep ? "stays" : "goes"),
      h("span", { class: "chip", title: "What kind of block it looks like, and how sure that is" }, h("i", { style: { background: colour(block.kind) } }), `${block.kind} ${percent(block.confidence)}`),
      block.doubtful && h("span", { class: "chip warn" }, "doubtful"), block.pinned && h("span", { class: "chip keep" }, "taught")),
    h("blockquote", {}, block.text.length > 400 ? `${block.text.slice(0, 400)}…` : block.text),
    h("p", {}, h("strong", {}, "Why: "), block.reason),
  ];
}

/** How many words of a page stay, and what it is. */
export const pageFacts = (view) => [
  h("span", { class: "chip keep number" }, `${view.words_kept.toLocaleString("en")} of ${count(view.words_before, "word")} stay`),
  h("span", { class: "chip" }, view.page_type),
  view.fit !== null && h("span", { class: "chip number", title: "How much of the page the model of its site recognises" }, `recognised ${percent(view.fit)}`),
  view.cuts.map((cut) => h("span", { class: "chip gone" }, cut)),
];

export function evidenceTable(evidence) {
  const rows = [];
  const add = (name, value) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      if ("value" in value && "adds" in value) rows.push([name, value.value, value.adds]);
      else for (const [inner, one] of Object.entries(value)) add(`${name}: ${inner}`, one);
    } else rows.push([name, value, null]);
  };
  for (const [name, value] of Object.entries(evidence)) add(name, value);
  const weighed = rows.some((row) => row[2] !== null);
  return h("table", { class: "small evidence" },
    h("thead", {}, h("tr", {}, h("th", {}, "what"), h("th", { class: "number" }, "value"), weighed && h("th", { class: "number", title: "Log-odds that it adds: above 0 speaks for content, below against" }, "for content"))),
    h("tbody", {}, rows.map(([name, value, adds]) => h("tr", {}, h("td", {}, name), h("td", { class: typeof value === "number" ? "number" : "said" }, String(value)),
      weighed && h("td", { class: `number ${adds > 0 ? "plus" : adds < 0 ? "minus" : ""}` }, adds === null ? "" : `${adds > 0 ? "+" : "−"}${Math.abs(adds)}`)))));
}

function at(page, address) {
  try {
    return page.evaluate(address, page, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  } catch { return null; }
}
