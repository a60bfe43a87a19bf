import { get, post } from "./api.js";
import { count, h, route } from "/shared/dom.js";
import { commandLine, heading } from "./parts.js";

/** What a person takes home. */
export async function exported(main) {
  show(main, await get("export"));
}

function show(main, view) {
  const card = (title, ...parts) => h("section", { class: "card" }, h("h2", {}, title), parts);
  const download = (what, name) => h("a", { class: "button", href: `/api/${what}`, download: name }, "download");
  main.replaceChildren(
    heading("Export", "What you see here, and what you have taught, for the command line and for Python."),
    h("div", { class: "cards" },
      card("The model", h("p", {}, "What was learned of the sites, the thresholds you chose, and ", h("a", { href: route("taught") }, "everything taught"), "."),
        h("div", { class: "tools" }, download("model", "site.sieve"),
          view.model !== null && h("button", { class: "main", disabled: !view.unsaved, onclick: async () => show(main, await post("model/save")) }, view.unsaved ? `save to ${view.model}` : `saved in ${view.model}`))),
      card("Labels for training", h("p", {}, view.pages_taught ? `${count(view.pages_taught, "page")} that something was taught on, each with the text that should stay: a line of JSON a page.` : "Pages that something was taught on come out here, with the text that should stay: a line of JSON a page. There is none yet."),
        view.pages_taught > 0 && h("div", { class: "tools" }, download("labels", "labels.jsonl"))),
      card("Rules", h("p", {}, "The rules that file pages, with their cases, for ", h("code", {}, "sitesieve rules"), "."), h("div", { class: "tools" }, download("rules/file", "rules.json"))),
      card("One page", h("p", {}, "A page as it looks, tinted, with reasons and evidence, in one file: open a page and take it “as one file”. Without the studio:"),
        commandLine("sitesieve explain page.html --report page-explained.html")),
      card("Clean like this", view.model === null && h("p", {}, "With the model, once it is downloaded:"), commandLine(view.clean)),
      card("Compare methods", h("p", {}, "All methods on these pages, as a report:"), commandLine(view.compare))));
}
