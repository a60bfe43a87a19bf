import { get, post } from "./api.js";
import { count, h, route } from "/shared/dom.js";

/** A page as a case: what the rules say, and rules that mend it. */
export async function rules(main, query) {
  const status = await get("status");
  if (!status.rules) {
    main.replaceChildren(h("h1", {}, "Rules"), h("p", { class: "soft" }, "Start the studio with --rules FILE to file pages by rules."));
    return;
  }
  const page = Number(query.get("page") ?? (await get("pages", { limit: 1 })).pages[0]?.id ?? 0);
  if (!page) { main.replaceChildren(h("h1", {}, "Rules"), h("p", { class: "soft" }, "No page has been read yet.")); return; }
  const [about, view] = await Promise.all([get(`pages/${page}`), get(`rules/case/${page}`)]);
  new Filing(main, about, view).show();
}

class Filing {
  constructor(main, about, view) {
    Object.assign(this, { main, about, view, conditions: [] });
    this.folders = view.folders.join(", ");
  }

  show() {
    const { view, about } = this;
    this.work = h("div", { "aria-live": "polite" });
    this.wanted = h("input", { type: "text", list: "known", "aria-label": "Right folders", value: this.folders });
    const step = (to, words, name) => h("button", { disabled: to === null, "aria-label": name, onclick: () => { location.hash = route("rules", { page: to }); } }, words);
    this.main.replaceChildren(
      h("h1", {}, "Rules"),
      h("p", { class: "soft number" }, `${count(view.rules, "rule")}, ${count(view.cases, "case")} stored`),
      h("div", { class: "compare" },
        h("section", { class: "card" }, h("h2", {}, h("a", { href: route(`page/${view.page}`) }, view.title || view.url || "(no title)")),
          h("p", { class: "small soft" }, view.url), h("p", { class: "case" }, view.text),
          h("div", { class: "tools" }, step(about.previous, "←", "previous page"), step(about.next, "→", "next page"))),
        h("section", { class: "card" },
          h("h2", {}, "The rules say"),
          h("p", {}, view.folders.length ? view.folders.map((one) => h("span", { class: "chip keep" }, one)) : "no folder"),
          view.why.map((line) => h("p", { class: "small soft" }, line)),
          view.agreed !== null && view.agreed.join() !== view.folders.join() && h("p", { class: "note" }, `It was to be in ${view.agreed.join(", ") || "no folder"}.`),
          h("div", { class: "tools" }, h("button", { class: "yes", onclick: () => this.agree() }, "That is right"),
            h("button", { disabled: !view.last, title: view.last, onclick: () => this.undo() }, "undo")),
          h("h2", {}, "It should be in"),
          h("div", { class: "tools" }, this.wanted, h("datalist", { id: "known" }, view.known.map((one) => h("option", { value: one }))),
            h("button", { class: "main", onclick: () => { this.conditions = []; this.step(); } }, "make a rule")),
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
    const typed = h("input", { type: "text", "aria-label": "Words of your own", placeholder: "word, -word, \"a phrase\", title:word, /path/" });
    this.work.replaceChildren(
      h("p", {}, step.heading), h("p", { class: "soft small number" }, `${count(step.others, "stored case")} to tell it from, ${step.friends} like it`),
      h("div", { class: "tools" }, step.chosen.map((one, i) => h("span", { class: "chip keep" }, one.words, h("button", { class: "tiny", "aria-label": `without ${one.words}`, onclick: () => { this.conditions.splice(i, 1); this.step(); } }, "×")))),
      h("div", { class: "tools" }, step.offered.map((one) => h("button", { class: "small", onclick: () => { this.conditions.push(one.condition.data); this.step(); } }, one.condition.words, h("span", { class: "soft number" }, ` ${one.others}/${step.others}`)))),
      h("div", { class: "tools" }, typed, h("button", { onclick: () => typed.value.trim() && this.step(typed.value) }, "add")),
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
