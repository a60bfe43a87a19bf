import { get } from "./api.js";
import { count, h, percent, route } from "/shared/dom.js";
import { siteChooser } from "./site_chooser.js";
import { colour } from "/shared/kinds.js";

/** What the pages of a site are made of; a kind opens its blocks. */
export async function kinds(main, query) {
  const known = await get("sites");
  const site = query.get("site") ?? known[0]?.site ?? "";
  const kind = query.get("kind");
  const census = await get("kinds", { site });
  const words = census.kinds.reduce((sum, one) => sum + one.words, 0) || 1;
  const most = Math.max(1, ...census.kinds.map((one) => one.words));
  const list = h("div", {});
  main.replaceChildren(
    h("h1", {}, "Kinds of blocks"),
    h("div", { class: "tools" },
      siteChooser(known, site, "kinds"),
      h("span", { class: "soft" }, `by ${census.looked_at} of ${count(census.pages, "page")}`)),
    h("div", { class: "bars" }, census.kinds.map((one) => h("button", { "aria-pressed": String(one.kind === kind), onclick: () => { location.hash = route("kinds", { site, kind: one.kind }); } },
      h("span", {}, one.kind),
      h("span", { class: "track" }, h("i", { style: { width: `${(one.words / most) * 100}%`, background: colour(one.kind) } })),
      h("span", { class: "number soft small" }, `${percent(one.words / words)} · ${count(one.blocks, "block")}`)))),
    list);
  if (!kind) return;
  const blocks = await get(`kinds/${encodeURIComponent(kind)}`, { site });
  list.replaceChildren(
    h("h2", {}, `${kind}: the least sure first`),
    h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, blocks.map((block) => h("tr", {},
      h("td", {}, block.text, h("span", { class: "label" }, h("a", { href: route(`page/${block.page}`) }, block.title))),
      h("td", { class: "number" }, percent(block.confidence))))))));
}
