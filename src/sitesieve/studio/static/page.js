import { get, getText, post } from "./api.js";
import { count, h, percent, route, siteName } from "./dom.js";
import { colour, NOISE } from "./kinds.js";

const FORMS = { markdown: "Markdown", text: "Text", html: "HTML" };

/** A page: as it looks, what comes out, and why. */
export async function onePage(main, query, [number]) {
  const view = await get(`pages/${Number(number)}`);
  const screen = new PageScreen(main, view);
  await screen.open(query.get("tab") ?? "markdown", query.get("block"));
  return () => screen.close();
}

class PageScreen {
  constructor(main, view) {
    this.main = main;
    this.view = view;
    this.blocks = new Map(view.blocks.map((block) => [block.number, block]));
    this.chosen = null;
    this.tip = h("div", { class: "tip", hidden: true, role: "tooltip" });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    this.tip.remove();
    this.main.classList.remove("wide");
  }

  async open(tab, block) {
    const { view } = this;
    this.frame = h("iframe", { sandbox: "allow-same-origin", title: "The page as it looks", src: `/api/pages/${view.page.id}/frame`, onload: () => this.tint() });
    this.panel = h("div", { class: "panel", id: "panel", role: "tabpanel", tabIndex: 0 });
    this.tabs = h("div", { class: "tabs", role: "tablist" },
      Object.entries({ ...FORMS, blocks: "Blocks", why: "Why" }).map(([name, title]) =>
        h("button", { role: "tab", "aria-controls": "panel", "data-tab": name, onclick: () => this.show(name) }, title)));
    this.main.classList.add("wide");
    this.main.replaceChildren(h("div", { class: "page" },
      h("div", { class: "look" }, this.head(), this.legend(), this.frame),
      h("div", { class: "side" }, this.tabs, this.panel)), this.tip);
    await this.show(tab);
    if (block !== null) await this.choose(Number(block));
  }

  head() {
    const { page, words_kept, words_before, page_type, fit, previous, next, cuts } = this.view;
    const step = (to, words) => h("button", { disabled: to === null, onclick: () => { location.hash = route(`page/${to}`); } }, words);
    return h("div", { class: "head" },
      h("h1", {}, page.title || "(no title)"),
      h("div", { class: "where small soft" }, h("a", { href: route("pages", { site: page.site }) }, siteName(page.site)), " · ", page.label),
      h("div", { class: "tools small" },
        h("span", { class: "chip keep number" }, `${words_kept.toLocaleString("en")} of ${count(words_before, "word")} stay`),
        h("span", { class: "chip" }, page_type),
        fit !== null && h("span", { class: "chip number", title: "How much of the page the model of its site recognises" }, `recognised ${percent(fit)}`),
        cuts.map((cut) => h("span", { class: "chip gone" }, cut)),
        step(previous, "←"), step(next, "→"),
        h("a", { class: "button", href: route(`compare/${page.id}`) }, "compare"),
        h("span", { class: "keys soft" }, h("kbd", {}, "p"), " ", h("kbd", {}, "n"), " page  ", h("kbd", {}, "d"), " next doubt  ", h("kbd", {}, "j"), " ", h("kbd", {}, "k"), " block")));
  }

  legend() {
    const kinds = new Map();
    for (const block of this.view.blocks) {
      const name = block.keep ? "stays" : block.kind;
      kinds.set(name, (kinds.get(name) ?? 0) + block.words);
    }
    return h("div", { class: "legend", "aria-label": "Colours" }, [...kinds].sort((a, b) => b[1] - a[1]).map(([name, words]) =>
      h("span", { class: "chip" }, h("i", { style: { background: colour(name === "stays" ? "content" : name) } }), name, h("span", { class: "soft number" }, words.toLocaleString("en")))));
  }

  /** Tint the texts in the frame: it runs nothing itself, so this is done from here. */
  tint() {
    const page = this.frame.contentDocument;
    if (!page?.body) return;
    const style = page.createElement("style");
    style.textContent = `ss-b{border-radius:2px;cursor:pointer;color:#17212b!important}ss-b.gone{opacity:.85}
      ss-b:hover,ss-b.chosen{outline:2px solid #17636c!important;opacity:1}ss-b.doubtful{text-decoration:underline dotted #8a5a00 2px}
      ss-b.pinned{box-shadow:inset 0 -3px #17636c}
      ${["content", ...NOISE].map((kind) => `ss-b[data-kind="${kind}"]{background:${colour(kind)}!important}`).join("")}`;
    page.head.append(style);
    const texts = this.view.blocks.map((block) => [block, at(page, block.address)]);
    this.marks = new Map();
    for (const [block, text] of texts) {
      if (text === null) continue;
      const mark = page.createElement("ss-b");
      mark.dataset.block = block.number;
      mark.dataset.kind = block.keep ? "content" : block.kind;
      mark.className = `${block.keep ? "keep" : "gone"}${block.doubtful ? " doubtful" : ""}${block.pinned ? " pinned" : ""}`;
      text.replaceWith(mark);
      mark.append(text);
      this.marks.set(block.number, mark);
    }
    page.addEventListener("click", (event) => {
      event.preventDefault();
      const mark = event.target.closest?.("ss-b");
      if (mark) this.choose(Number(mark.dataset.block));
    }, true);
    page.addEventListener("mousemove", (event) => this.hover(event));
    page.addEventListener("mouseleave", () => { this.tip.hidden = true; });
    page.addEventListener("keydown", this.onKey);
    this.frame.dataset.tinted = String(this.marks.size);
    this.mark();
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

  mark() {
    for (const [number, mark] of this.marks ?? []) mark.classList.toggle("chosen", number === this.chosen);
  }

  async choose(number) {
    if (!this.blocks.has(number)) return;
    this.chosen = number;
    this.mark();
    this.marks?.get(number)?.scrollIntoView({ block: "center" });
    await this.show(this.tab === "blocks" ? "blocks" : "why");
  }

  async show(tab) {
    this.tab = tab;
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    if (tab === "blocks") this.showBlocks();
    else if (tab === "why") await this.showWhy();
    else this.panel.replaceChildren(h("pre", { class: "out" }, (await getText(`pages/${this.view.page.id}/output`, { form: tab })) || "(nothing stays)"));
  }

  showBlocks() {
    this.panel.replaceChildren(h("ul", { class: "blocks" }, this.view.blocks.map((block) =>
      h("li", {}, h("button", { class: block.keep ? "keep" : "gone", "aria-current": String(block.number === this.chosen), onclick: () => this.choose(block.number) },
        h("span", { class: "chip" }, h("i", { style: { background: colour(block.keep ? "content" : block.kind) } }), block.kind),
        h("span", { class: "text" }, block.text), h("span", { class: "why" }, block.reason))))));
    this.panel.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
  }

  async showWhy() {
    if (this.chosen === null) {
      this.panel.replaceChildren(h("p", { class: "soft" }, "Click a block of the page to see why it stays or goes, and to teach what it is."));
      return;
    }
    const { block, evidence, around } = await get(`pages/${this.view.page.id}/blocks/${this.chosen}`);
    this.panel.replaceChildren(
      h("p", {}, h("span", { class: `chip ${block.keep ? "keep" : "gone"}` }, block.keep ? "stays" : "goes"), " ", h("span", { class: "chip" }, `${block.kind} ${percent(block.confidence)}`)),
      h("p", {}, block.text.length > 400 ? `${block.text.slice(0, 400)}…` : block.text),
      h("p", {}, h("strong", {}, "Why: "), block.reason),
      new Teaching(this, block, around).element,
      h("h2", {}, "Place in the site"),
      h("ol", { class: "path" }, [...around].reverse().map((one) => h("li", {}, one.label, " ", h("span", { class: "soft number" }, `${count(one.words, "word")}${one.pages === null ? "" : `, on ${count(one.pages, "page")}`}`)))),
      h("h2", {}, "Evidence"), evidenceTable(evidence));
    this.panel.scrollTop = 0;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "")) return;
    const numbers = [...this.blocks.keys()];
    const here = numbers.indexOf(this.chosen);
    const next = (wanted) => numbers.slice(here + 1).find(wanted) ?? numbers.find(wanted);
    const to = { n: this.view.next, p: this.view.previous }[event.key];
    if (to) location.hash = route(`page/${to}`);
    else if (event.key === "j" && numbers.length) this.choose(numbers[Math.min(here + 1, numbers.length - 1)]);
    else if (event.key === "k" && here > 0) this.choose(numbers[here - 1]);
    else if (event.key === "d") {
      const doubtful = next((number) => this.blocks.get(number).doubtful);
      if (doubtful !== undefined) this.choose(doubtful);
    }
  }

  /** The page anew, after a lesson. */
  async again() {
    const view = await get(`pages/${this.view.page.id}`);
    const { chosen } = this;
    Object.assign(this, { view, blocks: new Map(view.blocks.map((block) => [block.number, block])) });
    await this.open("why", chosen === null ? null : String(chosen));
  }
}

/** What a person says of a block: chosen, looked at with its effect, then accepted. */
class Teaching {
  constructor(screen, block, around) {
    Object.assign(this, { screen, block });
    this.where = h("select", { "aria-label": "Which element" }, around.slice(0, 8).map((one) => h("option", { value: one.address }, `${one.label} (${count(one.words, "word")})`)));
    this.scope = h("select", { "aria-label": "Where" }, h("option", { value: "all" }, "wherever this place occurs on the site"), h("option", { value: "here" }, "on this page only"));
    this.kind = h("select", { "aria-label": "Kind of noise" }, NOISE.map((kind) => h("option", { value: kind, selected: kind === block.kind }, kind)));
    this.effect = h("div", { "aria-live": "polite" });
    this.element = h("section", { class: "teach" },
      h("strong", {}, "Teach"),
      h("div", { class: "tools" }, this.where, this.scope),
      h("div", { class: "tools" },
        h("button", { class: "yes", onclick: () => this.preview(true) }, "This is content"),
        h("button", { class: "no", onclick: () => this.preview(false) }, "This is noise:"), this.kind),
      this.effect);
  }

  lesson(keep) {
    return { page: this.screen.view.page.id, address: this.where.value, keep, kind: keep ? null : this.kind.value, everywhere: this.scope.value === "all" };
  }

  async preview(keep) {
    const lesson = this.lesson(keep);
    let effect;
    try {
      effect = await post("lessons/preview", lesson);
    } catch (error) {
      this.effect.replaceChildren(h("p", { class: "note", role: "alert" }, error.message));
      return;
    }
    const changed = effect.pages.length;
    this.effect.replaceChildren(
      h("p", {}, changed ? `Would change ${changed} of ${count(effect.looked_at, "page")} looked at:` : `Would change nothing on ${count(effect.looked_at, "page")}: it is judged so already. It would hold for pages to come.`),
      ...effect.pages.slice(0, 8).map((page) => h("div", { class: "effect small" }, h("div", { class: "soft" }, page.page),
        page.gained.slice(0, 4).map((text) => h("div", {}, h("ins", {}, shortened(text)))), page.lost.slice(0, 4).map((text) => h("div", {}, h("del", {}, shortened(text)))))),
      h("div", { class: "tools" },
        h("button", { class: "main", onclick: async () => { await post("lessons", lesson); await this.screen.again(); } }, "Accept"),
        h("button", { onclick: () => this.effect.replaceChildren() }, "Leave it")));
  }
}

const shortened = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);

function at(page, address) {
  try {
    return page.evaluate(address, page, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  } catch { return null; }
}

function evidenceTable(evidence) {
  const rows = [];
  const add = (name, value) => {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) {
      if ("value" in value && "adds" in value) rows.push([name, `${value.value} (${value.adds > 0 ? "+" : ""}${value.adds})`]);
      else for (const [inner, one] of Object.entries(value)) add(`${name}: ${inner}`, one);
    } else rows.push([name, String(value)]);
  };
  for (const [name, value] of Object.entries(evidence)) add(name, value);
  return h("table", { class: "small" }, h("tbody", {}, rows.map(([name, value]) => h("tr", {}, h("td", {}, name), h("td", { class: "number" }, value)))));
}
