import { get, getText, post } from "./api.js";
import { count, h, route, siteName } from "/shared/dom.js";
import { aboutBlock, blockList, evidenceTable, KEYS, legend, Look, pageFacts } from "/shared/look.js";
import { NOISE } from "/shared/kinds.js";

const TABS = { markdown: "Markdown", text: "Text", html: "HTML", blocks: "Blocks", why: "Why" };

/** A page: as it looks, what comes out, and why. */
export async function onePage(main, query, [number]) {
  const screen = new PageScreen(main, await get(`pages/${Number(number)}`));
  await screen.open(query.get("tab") ?? "markdown", query.get("block"));
  return () => screen.close();
}

class PageScreen {
  constructor(main, view) {
    Object.assign(this, { main, view });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    this.look.tip.remove();
  }

  async open(tab, block) {
    const { view } = this;
    this.look = new Look(view.blocks, { src: `/api/pages/${view.page.id}/frame` }, { onChoose: (number) => this.choose(number), onKey: this.onKey });
    this.panel = h("div", { class: "panel", id: "panel", role: "tabpanel", tabIndex: 0 });
    this.tabs = h("div", { class: "tabs", role: "tablist" }, Object.entries(TABS).map(([name, title]) =>
      h("button", { role: "tab", "aria-controls": "panel", "data-tab": name, onclick: () => this.show(name) }, title)));
    this.main.classList.add("wide");
    this.main.replaceChildren(h("div", { class: "page" },
      h("div", { class: "look" }, this.head(), legend(view.blocks), this.look.frame),
      h("div", { class: "side" }, this.tabs, this.panel)), this.look.tip);
    await this.show(tab);
    if (block !== null) await this.choose(Number(block));
  }

  head() {
    const { page, previous, next } = this.view;
    const step = (to, words, name) => h("button", { disabled: to === null, "aria-label": name, onclick: () => { location.hash = route(`page/${to}`); } }, words);
    return h("div", { class: "head" },
      h("h1", {}, page.title || "(no title)"),
      h("div", { class: "where small soft" }, h("a", { href: route("pages", { site: page.site }) }, siteName(page.site)), " · ", page.label),
      h("div", { class: "tools small" }, pageFacts(this.view),
        step(previous, "←", "previous page"), step(next, "→", "next page"),
        h("a", { class: "button", href: route(`compare/${page.id}`) }, "compare"),
        h("a", { class: "button", href: `/api/pages/${page.id}/file`, download: `page-${page.id}.html` }, "as one file"),
        KEYS(h("kbd", {}, "p"), " ", h("kbd", {}, "n"), " page  ")));
  }

  async choose(number) {
    if (!this.look.blocks.has(number)) return;
    this.look.mark(number);
    await this.show(this.tab === "blocks" ? "blocks" : "why");
  }

  async show(tab) {
    this.tab = tab;
    for (const button of this.tabs.children) button.setAttribute("aria-selected", String(button.dataset.tab === tab));
    if (tab === "blocks") {
      this.panel.replaceChildren(blockList(this.view.blocks, this.look.chosen, (number) => this.choose(number)));
      this.panel.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    } else if (tab === "why") await this.showWhy();
    else this.panel.replaceChildren(h("pre", { class: "out" }, (await getText(`pages/${this.view.page.id}/output`, { form: tab })) || "(nothing stays)"));
  }

  async showWhy() {
    if (this.look.chosen === null) {
      this.panel.replaceChildren(h("p", { class: "soft" }, "Click a block of the page to see why it stays or goes, and to teach what it is."));
      return;
    }
    const { block, evidence, around } = await get(`pages/${this.view.page.id}/blocks/${this.look.chosen}`);
    this.panel.replaceChildren(
      ...aboutBlock(block),
      new Teaching(this, block, around).element,
      h("h2", {}, "Place in the site"),
      h("ol", { class: "path" }, [...around].reverse().map((one) => h("li", {}, one.label, " ", h("span", { class: "soft number" }, `${count(one.words, "word")}${one.pages === null ? "" : `, on ${count(one.pages, "page")}`}`)))),
      h("h2", {}, "Evidence"), evidenceTable(evidence));
    this.panel.scrollTop = 0;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "")) return;
    const page = { n: this.view.next, p: this.view.previous }[event.key];
    if (page) location.hash = route(`page/${page}`);
    const block = this.look.led(event.key);
    if (block !== undefined) this.choose(block);
  }

  /** The page anew, after a lesson. */
  async again() {
    const { chosen } = this.look;
    this.view = await get(`pages/${this.view.page.id}`);
    await this.open("why", chosen === null ? null : String(chosen));
  }
}

/** What a person says of a block: chosen, looked at with its effect, then accepted. */
class Teaching {
  constructor(screen, block, around) {
    this.screen = screen;
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
