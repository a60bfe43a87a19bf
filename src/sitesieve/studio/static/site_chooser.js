import { h, route, siteName } from "/shared/dom.js";

const MOST = 500;

/** A list to choose a site from, which opens a screen for it. */
export const siteChooser = (sites, chosen, screen) => h("select", { "aria-label": "Site", onchange: (event) => { location.hash = route(screen, { site: event.target.value }); } },
  sites.slice(0, MOST).map((line) => h("option", { value: line.site, selected: line.site === chosen }, siteName(line.site))));
