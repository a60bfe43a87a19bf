import { get } from "./api.js";
import { h, route, siteName } from "/shared/dom.js";
import { siteMap } from "/shared/link_map.js";

/** How a site hangs together: the map, and its contents pages beside it. */
export async function structure(main, query) {
  const known = await get("sites");
  const site = query.get("site") ?? known[0]?.site ?? "";
  main.replaceChildren(h("h1", {}, "Structure"),
    h("div", { class: "tools" }, h("select", { "aria-label": "Site", onchange: (event) => { location.hash = route("structure", { site: event.target.value }); } },
      known.slice(0, 500).map((line) => h("option", { value: line.site, selected: line.site === site }, siteName(line.site))))),
    h("p", { class: "soft", role: "status" }, "Following the links …"));
  const data = await get("structure", { site });
  const { element } = siteMap(data, { pageAddress: (page) => (data.number[page] === null ? data.url[page] : route(`page/${data.number[page]}`)) });
  main.lastChild.replaceWith(element);
  main.classList.add("wider");
}
