import { get, post } from "./api.js";
import { count, h, route } from "/shared/dom.js";
import { commandLine, edited, empty, heading } from "./parts.js";

/** Folders with what is new; an item with its change; filing by hand. */
export async function watching(main, query) {
  const status = await get("status");
  if (!status.watch) {
    main.replaceChildren(heading("Watching"), empty("Nothing is watched here", "Say which pages, sections or sites to watch and visit them; then open the studio on the file that keeps it.",
      "sitesieve watch add https://a.example/news/ --every 1d --state watches.db", "sitesieve watch run --state watches.db", "sitesieve studio watches.db"));
    return;
  }
  const number = query.get("item");
  const opened = number === null ? null : await get(`items/${Number(number)}`); // no longer new then
  const view = await get("watching");
  const folder = query.get("folder");
  const watch = query.get("watch");
  const list = await get("items", { folder, watch });
  const detail = h("section", { class: "item" });
  const all = { items: view.watches.reduce((sum, one) => sum + one.items, 0), new: view.watches.reduce((sum, one) => sum + one.new, 0) };
  const entry = (name, counts, to, current, inside = 0) => h("li", { style: { marginLeft: `${inside}rem` } }, h("a", { href: to, "aria-current": current ? "true" : null }, name,
    h("span", { class: "number soft" }, counts.items), counts.new > 0 && h("span", { class: "chip fresh number" }, `${counts.new} new`)));
  const parts = { ...(folder !== null && { folder }), ...(watch !== null && { watch }) };
  const line = (item) => h("a", { class: `line ${item.new ? "fresh" : ""}`, "aria-current": String(item.number) === number ? "true" : null, href: `#/watching?${new URLSearchParams({ ...parts, item: item.number })}` },
    h("span", {}, h("span", { class: `chip ${item.kind}` }, item.kind), " ", item.title || item.url),
    h("span", { class: "label" }, [item.watch, readable(item.found), ...item.folders].join(" · ")));
  main.classList.add("wider");
  main.replaceChildren(heading("Watching", `${count(view.watches.length, "watch").replace("watchs", "watches")}, ${count(all.items, "item")}, ${all.new} new`), h("div", { class: "three" },
    h("nav", { "aria-label": "Folders", class: "card" },
      h("h2", {}, "Folders"),
      h("ul", { class: "tree" }, entry("everything", all, route("watching"), folder === null && watch === null),
        view.folders.map((one) => entry(one.folder ? one.folder.split("/").at(-1) : "in no folder", one, `#/watching?folder=${encodeURIComponent(one.folder)}`, one.folder === folder, one.folder.split("/").length - 1))),
      h("h2", {}, "Watches"),
      h("ul", { class: "tree" }, view.watches.map((one) => entry(one.name, one, route("watching", { watch: one.name }), one.name === watch))),
      h("h2", {}, "Feed"), h("p", { class: "small soft" }, folder ? `What is in ${folder}, as Atom:` : "What was found last, as Atom:"),
      h("div", { class: "tools" }, h("a", { href: `/api/feed${folder ? `?folder=${encodeURIComponent(folder)}` : ""}`, class: "button small", download: "new.atom" }, "download")),
      commandLine(`sitesieve watch feed --state ${quoted(view.path)}${folder ? ` --category ${quoted(folder)}` : ""} -o new.atom`)),
    h("div", { class: "items card" }, list.length ? list.map(line) : h("p", { class: "soft" }, "Nothing here yet.")),
    detail));
  if (opened === null) { detail.append(empty("No item is open", list.length ? "Open one to see what is new in it." : "Items appear here when a visit finds something new.")); return; }
  show(detail, opened, view.folders.map((one) => one.folder).filter(Boolean));
  if (innerWidth < 900) detail.scrollIntoView();
}

function show(detail, view, folders) {
  const { item } = view;
  const into = h("input", { type: "text", list: "folders", "aria-label": "Folder", placeholder: "folder/inside" });
  const refused = h("div", { role: "alert" });
  const file = async (change) => {
    try {
      show(detail, await post(`items/${item.number}/folders`, change), folders);
    } catch (error) { refused.replaceChildren(h("p", { class: "note" }, error.message)); }
  };
  const history = h("details", { ontoggle: () => history.open && showHistory(history, item.number) }, h("summary", {}, "History of this page"), h("div", { class: "history" }));
  detail.replaceChildren(h("div", { class: "card" },
    h("h2", {}, item.title || item.url),
    h("p", { class: "small soft" }, h("span", { class: `chip ${item.kind}` }, item.kind), " ", /^https?:/i.test(item.url) ? h("a", { href: item.url, rel: "noreferrer", target: "_blank" }, item.url) : item.url, " · ", readable(item.found)),
    view.note && h("p", {}, view.note),
    h("div", { class: "tools" }, item.folders.map((one) => h("span", { class: "chip" }, one, h("button", { class: "tiny", "aria-label": `take out of ${one}`, onclick: () => file({ into: [], out_of: [one] }) }, "×"))),
      into, h("datalist", { id: "folders" }, folders.map((one) => h("option", { value: one }))),
      h("button", { onclick: () => into.value.trim() && file({ into: [into.value], out_of: [] }) }, "file")),
    refused,
    h("div", { class: "text" }, edited(view.blocks)),
    history));
}

/** All versions that are stored; any two of them side by side. */
async function showHistory(details, number) {
  const place = details.querySelector(".history");
  const versions = await get(`items/${number}/versions`);
  if (versions.length < 2) { place.replaceChildren(h("p", { class: "soft" }, versions.length ? `Only one version is stored, of ${readable(versions[0].found)}.` : "No version is stored.")); return; }
  const chooser = (name, chosen) => h("select", { "aria-label": name, onchange: () => compare() }, versions.map((one, i) => h("option", { value: one.number, selected: i === chosen }, `${versions.length - i}. ${one.found.replace("T", " ").replace("Z", " UTC")}`)));
  const [before, after] = [chooser("older version", 1), chooser("newer version", 0)];
  const changes = h("div", { class: "text", "aria-live": "polite" });
  place.replaceChildren(h("div", { class: "tools" }, h("label", { class: "field" }, "from", before), h("label", { class: "field" }, "to", after), h("span", { class: "soft small" }, `${versions.length} versions`)), changes);
  async function compare() {
    const blocks = await get(`items/${number}/versions/${before.value}/${after.value}`);
    const changed = blocks.filter((runs) => runs.some((run) => run.change !== "same")).length;
    changes.replaceChildren(h("p", { class: "soft small" }, changed ? `${count(changed, "block")} of ${blocks.length} changed` : "Nothing changed between these two."), ...edited(blocks));
  }
  await compare();
}

/** 2026-11-18T15:46:00Z as a person writes it. */
const readable = (time) => time.replace("T", " ").replace(/(:\d\d)(:\d\d)?(\.\d+)?(Z|\+00:00)?$/, "$1 UTC");
const quoted = (text) => (/^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
