import { get } from "./api.js";
import { count, h, route, siteName } from "/shared/dom.js";

const AT_A_TIME = 100;

/** Pages in the order of the input, a hundred at a time. */
export async function pages(main, query) {
  const site = query.get("site");
  const search = query.get("search") ?? "";
  const offset = Number(query.get("offset") ?? 0);
  const [list, known] = await Promise.all([get("pages", { site, search, offset, limit: AT_A_TIME }), get("sites")]);
  const go = (change) => { location.hash = route("pages", { site, search, ...change }); };
  const chooser = h("select", { "aria-label": "Site", onchange: (event) => go({ site: event.target.value === "*" ? null : event.target.value.slice(1) }) },
    h("option", { value: "*" }, "all sites"),
    known.slice(0, 500).map((line) => h("option", { value: `=${line.site}`, selected: line.site === site }, `${siteName(line.site)} (${line.pages})`)));
  const box = h("input", { type: "search", placeholder: "Title or address", "aria-label": "Search", value: search, onchange: (event) => go({ search: event.target.value }) });
  box.value = search;
  const last = Math.min(offset + AT_A_TIME, list.total);
  main.replaceChildren(
    h("h1", {}, site === null ? "Pages" : siteName(site)),
    h("div", { class: "tools" }, chooser, box,
      site !== null && h("a", { href: route("kinds", { site }) }, "kinds of blocks")),
    h("p", { class: "soft number", id: "shown" }, list.total ? `${offset + 1} to ${last} of ${count(list.total, "page")}` : "No such page."),
    h("div", { class: "scroll" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", {}, "page"), h("th", {}, "site"), h("th", { class: "number" }, "words"))),
      h("tbody", {}, list.pages.map((page) => h("tr", {},
        h("td", {}, h("a", { href: route(`page/${page.id}`) }, page.title || "(no title)"), h("span", { class: "label" }, page.label)),
        h("td", {}, siteName(page.site)), h("td", { class: "number" }, page.words.toLocaleString("en"))))))),
    h("div", { class: "tools" },
      h("button", { disabled: offset === 0, onclick: () => go({ offset: Math.max(0, offset - AT_A_TIME) }) }, "← before"),
      h("button", { disabled: last >= list.total, onclick: () => go({ offset: last }) }, "after →")),
  );
}
