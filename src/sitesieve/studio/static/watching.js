import { get, post } from "./api.js";
import { count, h, route } from "/shared/dom.js";

/** Folders with what is new; an item with its change; filing by hand. */
export async function watching(main, query) {
  const status = await get("status");
  if (!status.watch) {
    main.replaceChildren(h("h1", {}, "Watching"), h("p", { class: "soft" }, "Start the studio with --watch FILE to look at what `sitesieve watch` found."));
    return;
  }
  const view = await get("watching");
  const folder = query.get("folder");
  const watch = query.get("watch");
  const list = await get("items", { folder, watch });
  const number = query.get("item");
  const detail = h("div", { class: "item" });
  const entry = (name, items, fresh, to, current) => h("li", {}, h("a", { href: to, "aria-current": current ? "true" : null }, name),
    h("span", { class: "soft number small" }, ` ${items}`), fresh > 0 && h("span", { class: "chip keep number" }, `${fresh} new`));
  main.replaceChildren(h("h1", {}, "Watching"), h("div", { class: "three" },
    h("nav", { "aria-label": "Folders" },
      h("h2", {}, "Folders"),
      h("ul", { class: "tree" }, entry("all", view.watches.reduce((sum, one) => sum + one.items, 0), view.watches.reduce((sum, one) => sum + one.new, 0), route("watching"), folder === null && watch === null),
        view.folders.map((one) => { const item = entry(one.folder ? one.folder.split("/").at(-1) : "in no folder", one.items, one.new, `#/watching?folder=${encodeURIComponent(one.folder)}`, one.folder === folder);
          item.style.marginLeft = `${Math.max(0, one.folder.split("/").length - 1)}rem`; return item; })),
      h("h2", {}, "Watches"),
      h("ul", { class: "tree" }, view.watches.map((one) => entry(one.name, one.items, one.new, route("watching", { watch: one.name }), one.name === watch))),
      h("a", { href: `/api/feed${folder ? `?folder=${encodeURIComponent(folder)}` : ""}`, class: "button" }, "as a feed")),
    h("div", { class: "items" }, list.length ? list.map((item) => h("a", { class: `line ${item.new ? "fresh" : ""}`, "aria-current": String(item.number) === number ? "true" : null,
        href: `#/watching?${new URLSearchParams({ ...(folder !== null && { folder }), ...(watch !== null && { watch }), item: item.number })}` },
      h("span", { class: "chip" }, item.kind), " ", item.title || item.url, h("span", { class: "label" }, `${item.watch} · ${item.found}${item.folders.length ? ` · ${item.folders.join(", ")}` : ""}`)))
      : h("p", { class: "soft" }, "Nothing here.")),
    detail));
  if (number === null) { detail.append(h("p", { class: "soft" }, "Open an item to see what is new in it.")); return; }
  show(detail, await get(`items/${Number(number)}`), view.folders.map((one) => one.folder).filter(Boolean));
}

function show(detail, view, folders) {
  const { item } = view;
  const into = h("input", { type: "text", list: "folders", "aria-label": "Folder", placeholder: "folder/inside" });
  const file = async (change) => {
    try {
      show(detail, await post(`items/${item.number}/folders`, change), folders);
    } catch (error) { detail.append(h("p", { class: "note", role: "alert" }, error.message)); }
  };
  detail.replaceChildren(
    h("h2", {}, item.title || item.url), h("p", { class: "small soft" }, item.url, " · ", item.found),
    view.note && h("p", {}, view.note),
    h("div", { class: "tools" }, item.folders.map((one) => h("span", { class: "chip" }, one, h("button", { class: "tiny", "aria-label": `take out of ${one}`, onclick: () => file({ into: [], out_of: [one] }) }, "×"))),
      into, h("datalist", { id: "folders" }, folders.map((one) => h("option", { value: one }))),
      h("button", { onclick: () => into.value.trim() && file({ into: [into.value], out_of: [] }) }, "file")),
    ...view.blocks.map((runs) => h("p", { class: runs.some((run) => run.change !== "same") ? "changed" : "soft" }, runs.map((run) => [run.change === "same" ? run.text : h(run.change === "+" ? "ins" : "del", {}, run.text), " "]))));
}
