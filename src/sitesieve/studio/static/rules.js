import { get, post } from "./api.js";
import { count, h, route } from "/shared/dom.js";
import { empty, heading, stepper } from "./parts.js";

/** A page as a case: what the rules say, and rules that mend it. */
export async function rules(main, query) {
  const status = await get("status");
  const page = Number(query.get("page") ?? (await get("pages", { limit: 1 })).pages[0]?.id ?? 0);
  if (!page) { main.replaceChildren(heading("Rules"), empty("No page has been read yet", "Rules file pages into folders; each page is a case.")); return; }
  const [about, view] = await Promise.all([get(`pages/${page}`), get(`rules/case/${page}`)]);
  new Filing(main, about, view, status.rules).show();
}

class Filing {
  constructor(main, about, view, file) {
    Object.assign(this, { main, about, view, file, conditions: [] });
    this.folders = view.folders.join(", ");
  }

  show() {
    const { view, about } = this;
    this.work = h("div", { "aria-live": "polite" });
    this.wanted = h("input", { type: "text", list: "known", "aria-label": "Right folders", placeholder: "sport/sailing", value: this.folders, onkeydown: (event) => { if (event.key === "Enter") { this.conditions = []; this.step(); } } });
    this.main.replaceChildren(
      heading("Rules", `Rules file pages into folders. Where they are wrong, say what is right and why: a rule or an exception is added, and no stored case changes unseen. ${count(view.rules, "rule")}, ${count(view.cases, "case")} stored.`),
      this.file === null ? h("p", { class: "note" }, "These rules last as long as this studio runs: download them under Export, or start it with --rules FILE to keep them.") : "",
      h("div", { class: "case-and-rules" },
        h("section", { class: "card" },
          h("div", { class: "head" }, stepper(about.previous, about.next, (to) => route("rules", { page: to })), h("h2", {}, h("a", { href: route(`page/${view.page}`) }, view.title || view.url || "(no title)"))),
          h("p", { class: "small soft where" }, view.url), h("div", { class: "case", tabIndex: 0, role: "group", "aria-label": "The case" }, view.text || "(nothing of this page stays)")),
        h("section", { class: "card" },
          h("h2", {}, "The rules say"),
          h("p", {}, view.folders.length ? view.folders.map((one) => h("span", { class: "chip keep" }, one)) : h("span", { class: "chip" }, "no folder")),
          h("ul", { class: "why small" }, view.why.map((line) => h("li", {}, line.replace(/^→ /, "")))),
          view.agreed !== null && view.agreed.join() !== view.folders.join() && h("p", { class: "note" }, `It was to be in ${view.agreed.join(", ") || "no folder"}.`),
          h("div", { class: "tools" }, h("button", { class: "yes", onclick: () => this.agree() }, "That is right"),
            h("button", { disabled: !view.last, onclick: () => this.undo() }, view.last ? `Undo: ${view.last.length > 40 ? `${view.last.slice(0, 40)}…` : view.last}` : "Undo")),
          h("h2", {}, "It should be in"),
          h("div", { class: "tools" }, this.wanted, h("datalist", { id: "known" }, view.known.map((one) => h("option", { value: one }))),
            h("button", { class: "main", onclick: () => { this.conditions = []; this.step(); } }, "Make a rule")),
          h("p", { class: "small soft" }, "Several folders with commas between them; none: in no folder."),
          this.work)));
  }

  body(typed = "") {
    const folders = this.wanted.value.split(",").map((name) => name.trim()).filter(Boolean);
    return { page: this.view.page, folders, conditions: this.conditions, typed };
  }

  async step(typed = "") {
    try { this.offer(await post("rules/step", this.body(typed))); } catch (error) { this.refused(error); }
  }

  offer(step) {
    if (step.done) {
      this.work.replaceChildren(h("p", {}, "The rules file it so. "), h("button", { class: "main", onclick: () => this.agree() }, "Keep it as a case"));
      return;
    }
    this.conditions = step.chosen.map((one) => one.data);
    const typed = h("input", { type: "text", "aria-label": "Words of your own", placeholder: "a word of your own", title: "word, -word, \"a phrase\", title:word, /path/", onkeydown: (event) => { if (event.key === "Enter" && typed.value.trim()) this.step(typed.value); } });
    this.work.replaceChildren(
      h("p", {}, h("strong", {}, step.heading)),
      h("p", { class: "soft small" }, step.others ? `Pick words of this page. The number says how many of the ${count(step.others, "stored case")} to tell it from have the word too: the fewer the better.` : "Pick words of this page, those that tell it from others."),
      h("div", { class: "tools" }, step.chosen.map((one, i) => h("span", { class: "chip keep" }, one.words, h("button", { class: "tiny", "aria-label": `without ${one.words}`, onclick: () => { this.conditions.splice(i, 1); this.step(); } }, "×")))),
      h("div", { class: "tools" }, step.offered.map((one) => h("button", { class: "small", onclick: () => { this.conditions.push(one.condition.data); this.step(); } }, one.condition.words, step.others > 0 && h("span", { class: "soft number" }, ` ${one.others}`)))),
      h("div", { class: "tools" }, typed, h("button", { onclick: () => typed.value.trim() && this.step(typed.value) }, "Add")),
      step.rule !== null && h("div", { class: "teach" },
        h("strong", {}, step.rule), step.after !== null && h("p", {}, `This case will be in ${step.after.join(", ") || "no folder"}.`),
        step.changes.length ? h("div", {}, h("p", {}, "Stored cases that it would file differently:"), step.changes.map((line) => h("p", { class: "small" }, h("del", {}, line)))) : h("p", { class: "soft" }, "No stored case would change."),
        h("button", { class: "main", onclick: () => this.accept() }, "Accept the rule")) || "");
  }

  async accept() {
    try {
      const next = await post("rules/accept", this.body());
      this.conditions = [];
      this.offer(next);
    } catch (error) { this.refused(error); }
  }

  async agree() {
    try {
      this.view = await post(`rules/agree/${this.view.page}`);
      this.folders = this.view.folders.join(", ");
      if (this.about.next !== null) location.hash = route("rules", { page: this.about.next });
      else this.show();
    } catch (error) { this.refused(error); }
  }

  async undo() {
    try {
      await post("rules/undo");
      this.view = await get(`rules/case/${this.view.page}`);
      this.folders = this.view.folders.join(", ");
      this.show();
    } catch (error) { this.refused(error); }
  }

  refused(error) {
    this.work.replaceChildren(h("p", { class: "note", role: "alert" }, error.message));
  }
}
