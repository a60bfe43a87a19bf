// The map of one or several sites in one file.
import { h } from "./dom.js";
import { siteMap } from "./link_map.js";

const maps = JSON.parse(document.getElementById("data").textContent);
const place = document.getElementById("map");
const choice = h("select", { "aria-label": "site", onchange: () => show(maps[choice.value]) }, maps.map((one, number) => h("option", { value: String(number) }, one.site)));
const holder = h("div", {});
const show = (map) => holder.replaceChildren(siteMap(map).element);
place.append(...(maps.length > 1 ? [choice] : []), holder);
if (maps.length) show(maps[0]);
