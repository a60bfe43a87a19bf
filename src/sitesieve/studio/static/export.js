import { get, post } from "./api.js";
import { count, h } from "/shared/dom.js";

/** What a person takes home. */
export async function exported(main) {
  show(main, await get("export"));
}

function show(main, view) {
  const command = (title, line) => h("section", { class: "card" }, h("h2", {}, title), h("pre", { class: "out" }, line),
    h("div", { class: "tools" }, h("button", { onclick: async (event) => { await navigator.clipboard.writeText(line); event.target.textContent = "copied"; } }, "copy")));
  main.replaceChildren(
    h("h1", {}, "Export"),
    h("p", { class: "soft" }, "What you see here, and what you have taught, for the command line and for Python."),
    h("div", { class: "cards" },
      h("section", { class: "card" }, h("h2", {}, "The model"),
        h("p", {}, "What was learned of the sites, with everything taught."),
        h("div", { class: "tools" }, h("a", { class: "button", href: "/api/model", download: "site.sieve" }, "download"),
          view.model !== null && h("button", { class: "main", disabled: !view.unsaved, onclick: async () => show(main, await post("model/save")) }, view.unsaved ? `save to ${view.model}` : `saved in ${view.model}`))),
      h("section", { class: "card" }, h("h2", {}, "Labels"),
        h("p", {}, view.pages_taught ? `${count(view.pages_taught, "page")} that something was taught on, each with the text that should stay: a line of JSON a page.` : "Pages that something was taught on come out here, with the text that should stay."),
        h("div", { class: "tools" }, h("a", { class: "button", href: "/api/labels", download: "labels.jsonl" }, "download"))),
      command("Clean like this", view.clean),
      command("Compare methods", view.compare)));
}
