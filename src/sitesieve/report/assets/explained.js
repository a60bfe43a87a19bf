// A page explained in one file: all that the studio shows of it, without a server.
import { h } from "./dom.js";
import { aboutBlock, blockList, byArrows, chosenTab, evidenceTable, KEYS, legend, Look, pageFacts } from "./look.js";

const TABS = { markdown: "Markdown", text: "Text", blocks: "Blocks", why: "Why" };

function explained(main, view) {
  let tab = "markdown";
  const panel = h("div", { class: "panel", id: "panel", role: "tabpanel", tabIndex: 0 });
  const look = new Look(view.blocks, { srcdoc: view.frame }, { onChoose: choose, onKey });
  const tabs = h("div", { class: "tabs", role: "tablist" }, Object.entries(TABS).map(([name, title]) =>
    h("button", { role: "tab", "aria-controls": "panel", "data-tab": name, onclick: () => show(name) }, title)));
  byArrows(tabs);

  function choose(number) {
    look.mark(number);
    show(tab === "blocks" ? tab : "why");
  }

  function onKey(event) {
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : look.led(event.key);
    if (to !== undefined) choose(to);
  }

  function show(name) {
    tab = name;
    for (const button of tabs.children) chosenTab(button, button.dataset.tab === tab);
    const block = look.blocks.get(look.chosen);
    if (tab === "blocks") panel.replaceChildren(blockList(view.blocks, look.chosen, choose));
    else if (tab !== "why") panel.replaceChildren(h("pre", { class: "out" }, view[tab] || "(nothing stays)"));
    else if (!block) panel.replaceChildren(h("p", { class: "soft" }, "Click a block of the page to see why it stays or goes."));
    else panel.replaceChildren(...aboutBlock(block), h("h2", {}, "Evidence"), evidenceTable(block.evidence));
  }

  document.addEventListener("keydown", onKey);
  main.replaceChildren(h("div", { class: "page" },
    h("div", { class: "look" },
      h("div", { class: "head" }, h("h1", {}, view.title || "(no title)"), h("div", { class: "where small soft" }, view.label),
        h("div", { class: "facts-row small" }, pageFacts(view), KEYS())),
      legend(view.blocks, look, choose), look.frame),
    h("div", { class: "side" }, tabs, panel)), look.tip);
  show(tab);
}

explained(document.getElementById("main"), JSON.parse(document.getElementById("data").textContent));
