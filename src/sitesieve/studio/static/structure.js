import { get } from "./api.js";
import { empty, heading, siteChooser } from "./parts.js";
import { h, route } from "/shared/dom.js";
import { siteMap } from "/shared/link_map.js";

/** How a site hangs together: the map, and its contents pages beside it. */
export async function structure(main, query) {
  const known = (await get("sites")).filter((line) => line.pages > 0);
  const site = query.get("site") ?? known[0]?.site;
  if (site === undefined) { main.replaceChildren(heading("Structure"), empty("No page has been read yet", "The map is drawn from the links of pages.")); return; }
  const top = heading("Structure", "Contents pages and the articles they lead to; or all links, before distilling.", siteChooser(known, site, "structure"));
  main.classList.add("wider");
  main.replaceChildren(top, h("p", { class: "soft", role: "status" }, "Following the links …"));
  const data = await get("structure", { site });
  const { element } = siteMap(data, { pageAddress: (page) => (data.number[page] === null ? data.url[page] : route(`page/${data.number[page]}`)) });
  main.replaceChildren(top,
    data.from.length ? h("div", { "data-by-site": "" }, element)
      : empty("No links between these pages", "The pages of this site that were read do not link to each other, so there is no structure to find. A crawl of the whole site has it.", `sitesieve crawl https://${site || "a.example"}/ -o site.warc.gz`, "sitesieve studio site.warc.gz"));
}
