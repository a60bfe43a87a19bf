import { get } from "./api.js";
import { h, route } from "/shared/dom.js";
import { siteChooser } from "./site_chooser.js";
import { siteMap } from "/shared/link_map.js";

/** How a site hangs together: the map, and its contents pages beside it. */
export async function structure(main, query) {
  const known = await get("sites");
  const site = query.get("site") ?? known[0]?.site ?? "";
  main.replaceChildren(h("h1", {}, "Structure"),
    h("div", { class: "tools" }, siteChooser(known, site, "structure")),
    h("p", { class: "soft", role: "status" }, "Following the links …"));
  const data = await get("structure", { site });
  const { element } = siteMap(data, { pageAddress: (page) => (data.number[page] === null ? data.url[page] : route(`page/${data.number[page]}`)) });
  main.lastChild.replaceWith(element);
  main.classList.add("wider");
}
