import { get } from "./api.js";
import { count, h, route, siteName } from "/shared/dom.js";
import { empty, heading, pager } from "./parts.js";

const AT_A_TIME = 100;

/** Pages in the order of the input, a hundred at a time. */
export async function pages(main, query) {
  const site = query.get("site");
  const search = query.get("search") ?? "";
  const offset = Number(query.get("offset") ?? 0);
  const go = (change) => { location.hash = route("pages", { site, search, ...change }); };
  let there = true;

  async function show() {
    const [list, known] = await Promise.all([get("pages", { site, search, offset, limit: AT_A_TIME }), get("sites")]);
    if (!there) return;
    const chooser = h("select", { "aria-label": "Site", onchange: (event) => go({ site: event.target.value === "*" ? null : event.target.value.slice(1) }) },
      h("option", { value: "*" }, "all sites"),
      known.slice(0, 500).map((line) => h("option", { value: `=${line.site}`, selected: line.site === site }, `${siteName(line.site)} (${line.pages.toLocaleString("en")})`)));
    const box = h("input", { type: "search", placeholder: "Words of the title or address", "aria-label": "Search", value: search, onchange: (event) => go({ search: event.target.value }) });
    const parts = () => pager(offset, list.pages.length, list.total, count(list.total, "page"), (to) => go({ offset: to }), AT_A_TIME);
    const others = site === null ? [] : ["kinds", "structure", "threshold"].map((screen) => h("a", { href: route(screen, { site }) }, screen));
    const typed = document.activeElement?.getAttribute("aria-label") === "Search";
    main.replaceChildren(
      heading(site === null ? "Pages" : siteName(site), null, h("label", { class: "field" }, "Site", chooser), box, others),
      ...(list.total ? [parts(), h("div", { class: "scroll" }, h("table", { class: "pages" },
        h("thead", {}, h("tr", {}, h("th", {}, "page"), site === null && h("th", { class: "wide-only" }, "site"), h("th", { class: "number" }, "words"))),
        h("tbody", {}, list.pages.map((page) => h("tr", {},
          h("td", {}, h("a", { href: route(`page/${page.id}`) }, page.title || "(no title)"), h("span", { class: "label" }, page.label)),
          site === null && h("td", { class: "wide-only" }, siteName(page.site)), h("td", { class: "number" }, page.words.toLocaleString("en"))))))),
        list.total > AT_A_TIME ? parts() : ""]
        : [empty("No such page", search ? `No title or address has “${search}” in it.` : "No page has been read yet.")]));
    if (typed) main.querySelector("input[type=search]").focus();
  }

  // A list that is not full yet grows while pages are read.
  const onStatus = (event) => { if (event.detail.news && main.querySelectorAll("tbody tr").length < AT_A_TIME) show(); };
  document.addEventListener("status", onStatus);
  await show();
  return () => { there = false; document.removeEventListener("status", onStatus); };
}
