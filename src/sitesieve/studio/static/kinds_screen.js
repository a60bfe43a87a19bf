import { get } from "./api.js";
import { count, h, percent, route } from "/shared/dom.js";
import { empty, heading, siteChooser } from "./parts.js";
import { colour } from "/shared/kinds.js";

/** What the pages of a site are made of; a kind opens its blocks. */
export async function kinds(main, query) {
  const known = (await get("sites")).filter((line) => line.pages > 0);
  const site = query.get("site") ?? known[0]?.site;
  if (site === undefined) { main.replaceChildren(heading("Kinds of blocks"), empty("No page has been read yet", "The census is made of pages.")); return; }
  const kind = query.get("kind");
  const top = (note) => heading("Kinds of blocks", "What the pages are made of, by words. Choose a kind to see its blocks.", siteChooser(known, site, "kinds"), h("span", { class: "soft", role: "status" }, note));
  main.replaceChildren(top("counting …"));
  const census = await get("kinds", { site });
  const words = census.kinds.reduce((sum, one) => sum + one.words, 0) || 1;
  const most = Math.max(1, ...census.kinds.map((one) => one.words));
  const list = h("section", { class: "found" });
  main.replaceChildren(
    top(`counted on ${census.looked_at.toLocaleString("en")} of ${count(census.pages, "page")}`),
    h("div", { class: kind ? "beside wide-side" : "", "data-by-site": "" },
      h("div", { class: "bars" }, census.kinds.map((one) => h("a", { href: route("kinds", { site, kind: one.kind }), "aria-current": one.kind === kind ? "true" : null, title: `on ${count(one.pages, "page")}` },
        h("span", {}, one.kind),
        h("span", { class: "track" }, h("i", { style: { width: `${(one.words / most) * 100}%`, background: colour(one.kind) } })),
        h("span", { class: "number" }, percent(one.words / words)),
        h("span", { class: "number soft small" }, count(one.blocks, "block"))))),
      kind && list));
  if (!kind) return;
  const blocks = await get(`kinds/${encodeURIComponent(kind)}`, { site });
  const pages = new Set(blocks.map((block) => block.page)).size;
  list.replaceChildren(
    h("h2", {}, h("i", { class: "swatch", style: { background: colour(kind) } }), kind),
    h("p", { class: "soft" }, blocks.length ? `${count(blocks.length, "block")} on ${count(pages, "page")}, the least sure first` : "There is none on these pages."),
    blocks.length > 0 && h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "block"), h("th", { class: "number" }, "sure"))), h("tbody", {}, blocks.map((block) => h("tr", {},
      h("td", {}, h("a", { href: route(`page/${block.page}`, { block: block.leaf, tab: "why" }) }, block.text), h("span", { class: "label" }, block.title)),
      h("td", { class: "number" }, percent(block.confidence))))))));
  if (innerWidth < 1100) list.scrollIntoView({ block: "start" });
}
