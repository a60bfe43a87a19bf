import { get, getText, post } from "./api.js";
import { count, h, route, siteName } from "/shared/dom.js";
import { aboutBlock, blockList, byArrows, chosenTab, evidenceTable, KEYS, legend, Look, pageFacts } from "/shared/look.js";
import { stepper } from "./parts.js";
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
    Object.assign(this, { main, view, asked: 0 });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  close() {
    document.removeEventListener("keydown", this.onKey);
    this.look.tip.remove();
  }

  async open(tab, block) {
    const { view } = this;
    this.look = new Look(view.blocks, { src: `/api/pages/${view.page.id}/frame` }, { onChoose: (number) => this.choose(number), onKey: (event) => { this.key(event); document.dispatchEvent(new CustomEvent("framekey", { detail: event })); } });
    this.panel = h("div", { class: "panel", id: "panel", role: "tabpanel", tabIndex: 0 });
    this.tabs = h("div", { class: "tabs", role: "tablist" }, Object.entries(TABS).map(([name, title]) =>
      h("button", { role: "tab", "aria-controls": "panel", "data-tab": name, onclick: () => this.show(name) }, title)));
    byArrows(this.tabs);
    this.main.classList.add("wide");
    this.main.replaceChildren(h("div", { class: "page" },
      h("div", { class: "look" }, this.head(), legend(view.blocks, this.look, (number) => this.choose(number)), this.look.frame),
      h("div", { class: "side" }, this.tabs, this.panel)), this.look.tip);
    await this.show(tab);
    if (block !== null) await this.choose(Number(block));
  }

  head() {
    const { page, previous, next } = this.view;
    return h("div", { class: "head" },
      h("div", { class: "title-row" }, h("h1", {}, page.title || "(no title)"),
        h("div", { class: "actions small" }, stepper(previous, next, (to) => route(`page/${to}`, { tab: this.tab === "why" ? "blocks" : this.tab })),
          h("a", { class: "button", href: route(`compare/${page.id}`) }, "compare"), h("a", { class: "button", href: route("rules", { page: page.id }) }, "file"),
          h("a", { class: "button", href: `/api/pages/${page.id}/file`, download: `page-${page.id}.html` }, "as one file"))),
      h("div", { class: "where small soft" }, h("a", { href: route("pages", { site: page.site }) }, siteName(page.site)), " · ", page.label),
      h("div", { class: "facts-row small" }, pageFacts(this.view),
        KEYS(h("span", {}, h("kbd", {}, "n"), " ", h("kbd", {}, "p"), " page"))));
  }

  async choose(number) {
    if (!this.look.blocks.has(number)) return;
    this.look.tip.hidden = true;
    this.look.mark(number);
    await this.show(this.tab === "blocks" ? "blocks" : "why");
    if (innerWidth <= 900) this.tabs.scrollIntoView({ block: "center" }); // the panel is below the page there
  }

  /** What a tab holds; an answer that comes after another tab was opened is not shown. */
  async show(tab) {
    const asked = ++this.asked;
    this.tab = tab;
    for (const button of this.tabs.children) chosenTab(button, button.dataset.tab === tab);
    if (tab === "blocks") {
      this.panel.replaceChildren(blockList(this.view.blocks, this.look.chosen, (number) => this.choose(number)));
      this.panel.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    } else if (tab === "why") await this.showWhy(asked);
    else {
      const output = await getText(`pages/${this.view.page.id}/output`, { form: tab });
      if (asked === this.asked) this.panel.replaceChildren(output ? h("pre", { class: "out" }, output) : h("p", { class: "soft" }, "Nothing of this page stays."));
    }
  }

  async showWhy(asked) {
    if (this.look.chosen === null) {
      this.panel.replaceChildren(h("p", { class: "soft" }, "Click a block of the page, or press ", h("kbd", {}, "j"), ", to see why it stays or goes, and to teach what it is."));
      return;
    }
    const { block, evidence, around } = await get(`pages/${this.view.page.id}/blocks/${this.look.chosen}`);
    if (asked !== this.asked) return;
    this.panel.replaceChildren(
      ...aboutBlock(block),
      block.pinned ? h("p", { class: "small" }, "You taught this. It can be taken back under ", h("a", { href: route("taught") }, "Taught"), ".") : "",
      new Teaching(this, block, around).element,
      h("h2", {}, "Place in the site"), h("p", { class: "small soft" }, "The elements around it, from the page inwards, and on how many pages of the site they are."),
      h("ol", { class: "path" }, [...around].reverse().map((one) => h("li", {}, h("b", {}, one.label), " ", h("span", { class: "soft number" }, `${count(one.words, "word")}${one.pages === null ? "" : `, on ${count(one.pages, "page")}`}`)))),
      h("h2", {}, "Evidence"), h("div", { class: "scroll" }, evidenceTable(evidence)));
    this.panel.scrollTop = 0;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName ?? "")) return;
    if (event.key === "t") (this.panel.querySelector(".teach button") ?? this.panel).focus();
    const block = this.look.led(event.key);
    if (block !== undefined) this.choose(block);
  }

  /** The page anew, after a lesson. */
  async again() {
    const { chosen } = this.look;
    this.view = await get(`pages/${this.view.page.id}`);
    this.look.tip.remove();
    await this.open("why", chosen === null ? null : String(chosen));
    this.panel.focus({ preventScroll: true });
  }
}

/** What a person says of a block: chosen, looked at with its effect, then accepted. */
class Teaching {
  constructor(screen, block, around) {
    this.screen = screen;
    this.where = h("select", { "aria-label": "Which part" }, around.slice(0, 8).map((one) => h("option", { value: one.address }, `${one.label} (${count(one.words, "word")})`)));
    this.scope = h("select", { "aria-label": "Where" }, h("option", { value: "all" }, "wherever this place occurs on the site"), h("option", { value: "here" }, "on this page only"));
    this.kind = h("select", { "aria-label": "Kind of noise" }, NOISE.map((kind) => h("option", { value: kind, selected: kind === block.kind }, kind)));
    this.effect = h("div", { "aria-live": "polite" });
    this.element = h("section", { class: "teach" },
      h("h2", {}, "What is it really?"),
      h("div", { class: "fields" }, h("label", {}, "Which part", this.where), h("label", {}, "Where", this.scope)),
      h("div", { class: "tools" },
        h("button", { class: "yes", onclick: () => this.preview(true) }, "This is content"),
        h("span", { class: "joined" }, h("button", { class: "no", onclick: () => this.preview(false) }, "This is noise of kind"), this.kind)),
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
      h("p", {}, changed ? `Would change ${changed} of ${count(effect.looked_at, "page")} looked at: green comes back, red goes.` : `Would change nothing on ${count(effect.looked_at, "page")}: it is judged so already. It would hold for pages to come.`),
      h("div", { class: "tools" },
        h("button", { class: "main", onclick: async () => { await post("lessons", lesson); await this.screen.again(); } }, "Accept"),
        h("button", { onclick: () => this.effect.replaceChildren() }, "Leave it")),
      ...effect.pages.map((page) => h("div", { class: "effect small" }, h("div", { class: "soft" }, page.page),
        page.gained.slice(0, TEXTS).map((text) => h("div", {}, h("ins", {}, shortened(text)))), page.lost.slice(0, TEXTS).map((text) => h("div", {}, h("del", {}, shortened(text)))),
        page.gained.length + page.lost.length > TEXTS && h("div", { class: "soft" }, `${count(page.gained.length + page.lost.length, "text")} in all`))));
    this.effect.querySelector("button.main").focus();
  }
}

const TEXTS = 3; // of a page, when an effect is shown
const shortened = (text) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
