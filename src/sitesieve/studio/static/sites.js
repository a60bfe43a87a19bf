import { get } from "./api.js";
import { count, h, percent, present, route, siteName } from "/shared/dom.js";

/** What is in the input, by site. */
export async function sites(main) {
  const list = await get("sites");
  const cards = h("div", { class: "cards" });
  main.replaceChildren(
    h("h1", {}, "Sites"),
    h("p", { class: "soft" }, list.length ? `${count(list.length, "site")} in the input. Open one to see its pages.` : "No page has been read yet."),
    cards,
  );
  let there = true;
  const fill = async (line, card) => {
    const site = await get("site", { site: line.site });
    if (!there) return;
    const noise = site.noise ?? 0;
    card.append(...present([
      h("div", { class: "split", role: "img", "aria-label": `${percent(site.noise)} of the words go` },
        h("i", { class: "keep", style: { width: `${(1 - noise) * 100}%` } }), h("i", { class: "gone", style: { width: `${noise * 100}%` } })),
      h("dl", { class: "facts small" },
        fact("noise", percent(site.noise)), fact("designs", site.designs || "–"), fact("recognised", percent(site.fit)),
        fact("learned from", site.known.toLocaleString("en"))),
      site.drifted && h("p", { class: "note" }, "This site no longer looks as it was learned: learn it again."),
      site.odd.length > 0 && h("p", { class: "small" }, "Odd pages: ", site.odd.map((page, i) => [i ? ", " : "", h("a", { href: route(`page/${page}`) }, `#${page}`)])),
      site.warnings.map((warning) => h("p", { class: "note" }, warning)),
    ]));
  };
  const waiting = [];
  for (const line of list.slice(0, 60)) {
    const card = h("section", { class: "card" },
      h("h2", {}, h("a", { href: route("pages", { site: line.site }) }, siteName(line.site))),
      h("p", { class: "soft small number" }, `${count(line.pages, "page")}, ${line.words.toLocaleString("en")} words`));
    cards.append(card);
    waiting.push([line, card]);
  }
  if (list.length > 60) main.append(h("p", { class: "soft" }, `and ${list.length - 60} more: find their pages by address under Pages.`));
  for (const [line, card] of waiting) {
    if (!there) break;
    await fill(line, card);
  }
  return () => { there = false; };
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, String(value)));
