import { get } from "./api.js";
import { h, percent, route } from "/shared/dom.js";

/** A page by two methods or settings, what differs marked. */
export async function comparison(main, query, [given]) {
  const status = await get("status");
  const first = query.get("first") ?? "current";
  const second = query.get("second") ?? "site-style-tree";
  const page = Number(given ?? (await get("pages", { limit: 1 })).pages[0]?.id ?? 0);
  if (!page) { main.replaceChildren(h("h1", {}, "Compare"), h("p", { class: "soft" }, "No page has been read yet.")); return; }
  const go = (change) => { location.hash = route(`compare/${change.page ?? page}`, { first: change.first ?? first, second: change.second ?? second }); };
  const names = h("datalist", { id: "methods" }, ["current", ...status.methods, ...status.methods.map((name) => `${name}:paper`)].map((name) => h("option", { value: name })));
  const chooser = (side, value) => h("input", { type: "text", list: "methods", value, "aria-label": `${side} method`, onchange: (event) => go({ [side]: event.target.value }) });
  main.replaceChildren(h("h1", {}, "Compare"), h("p", { class: "soft" }, "Two methods, or two settings of one, on the same page: NAME, NAME:paper or NAME:setting=value. Outlined: they differ."),
    h("div", { class: "tools" }, chooser("first", first), "with", chooser("second", second), names, h("a", { href: route(`page/${page}`) }, "the page")));
  const view = await get("compare", { page, first, second });
  const side = (about, which) => h("section", { class: "card" },
    h("h2", {}, about.method), h("p", { class: "soft number" }, `${about.words_kept.toLocaleString("en")} words stay`, about.f !== null && ` · F ${about.f.toFixed(3)}`),
    view.blocks.filter((block) => block.first || block.second).map((block) =>
      h("p", { class: `${block[which] ? "kept" : "removed"} ${block.first !== block.second ? "differs" : ""}`, title: block[`${which}_reason`] }, block.text)));
  main.append(h("div", { class: "compare" }, side(view.first, "first"), side(view.second, "second")));
  if (view.gold !== null) main.append(h("h2", {}, "Gold text"), h("pre", { class: "out card" }, view.gold));
  if (status.gold) {
    const worst = await get("worst", { method: first });
    main.append(h("h2", {}, `Worst pages of ${first}`), h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, worst.slice(0, 25).map((one) =>
      h("tr", {}, h("td", {}, h("a", { href: route(`compare/${one.page}`, { first, second }) }, one.title)), h("td", { class: "number" }, `F ${one.f.toFixed(3)}`)))))));
  }
}
