import { get } from "./api.js";
import { count, h, percent, present, route, siteName } from "/shared/dom.js";
import { commandLine, empty, heading, pager } from "./parts.js";

const AT_A_TIME = 24;

/** What is in the input, by site; sites appear while they are read. */
export async function sites(main, query) {
  const search = query.get("search") ?? "";
  const offset = Number(query.get("offset") ?? 0);
  const go = (change) => { location.hash = route("sites", { search, ...change }); };
  const box = h("input", { type: "search", placeholder: "Find a site", "aria-label": "Search", value: search, onchange: () => go({ search: box.value, offset: null }) });
  const place = h("div", {});
  const cards = new Map();
  let there = true;

  async function show(refill) {
    const [all, status] = await Promise.all([get("sites"), get("status")]);
    if (!there) return;
    const list = all.filter((line) => line.site.includes(search.toLowerCase()));
    const part = list.slice(offset, offset + AT_A_TIME);
    const reading = status.phase === "reading";
    main.replaceChildren(
      heading("Sites", all.length > 0 && (all[0].pages ? `What is in ${status.inputs}, by site. Green stays, the rest is noise. Open a site to see its pages.` : "What the model knows. To see how it cleans, give it pages."), all.length > AT_A_TIME && box),
      all.length > 0 && !all[0].pages && !reading ? h("div", { class: "only-model" }, commandLine(`sitesieve studio pages/ ${status.model ?? "site.sieve"}`)) : "",
      place);
    for (const line of part) if (!cards.has(line.site)) cards.set(line.site, new SiteCard(line));
    if (all.length) place.replaceChildren(h("div", { class: "cards" }, part.map((line) => cards.get(line.site).counted(line))), ...(list.length > AT_A_TIME || !list.length ? [pager(offset, part.length, list.length, count(list.length, "site"), (to) => go({ offset: to }), AT_A_TIME)] : []));
    else place.replaceChildren(reading ? empty("Reading …", "The first pages will be here in a moment.") : status.watch !== null
      ? empty("No pages", "This studio was started on what is watched: see Watching. To look at pages, name them too.", "sitesieve studio pages/ watches.db")
      : empty("No pages", status.problem || "There was no page in the input. It may be a folder, a WARC archive, Parquet or JSON Lines.", "sitesieve studio site.warc.gz"));
    for (const line of part) {
      if (!there) return;
      await cards.get(line.site).fill(refill);
    }
  }

  const onStatus = (event) => { if (event.detail.news) show(event.detail.phase === "ready"); };
  document.addEventListener("status", onStatus);
  await show(false);
  return () => { there = false; document.removeEventListener("status", onStatus); };
}

class SiteCard {
  constructor(line) {
    this.site = line.site;
    this.about = h("p", { class: "soft number" });
    this.facts = h("div", { class: "known soft" }, "looking at some of its pages …");
    const to = (screen, words) => h("a", { href: route(screen, { site: line.site }) }, words);
    this.element = h("section", { class: "card site" },
      h("h2", {}, line.pages ? to("pages", siteName(line.site)) : siteName(line.site)), this.about, this.facts,
      line.pages > 0 && h("nav", { class: "small", "aria-label": siteName(line.site) }, to("pages", "pages"), to("kinds", "kinds"), to("structure", "structure"), to("threshold", "threshold")));
    this.filled = false;
  }

  counted(line) {
    this.about.textContent = line.pages ? `${count(line.pages, "page")}, ${count(line.words, "word")}` : "no page of it in the input";
    return this.element;
  }

  async fill(again) {
    if (this.filled && !again) return;
    this.filled = true;
    const site = await get("site", { site: this.site });
    const noise = site.noise ?? 0;
    this.facts.className = "known";
    this.facts.replaceChildren(...present([
      site.noise !== null && [
        h("div", { class: "split", role: "img", "aria-label": `${percent(1 - noise)} of the words stay, ${percent(noise)} are noise` },
          h("i", { class: "keep", style: { width: `${(1 - noise) * 100}%` } }), h("i", { class: "gone", style: { width: `${noise * 100}%` } })),
        h("div", { class: "ends small number" }, h("span", {}, `${percent(1 - noise)} stays`), h("span", {}, `${percent(noise)} noise`))],
      h("dl", { class: "facts small" },
        site.designs > 0 && fact("designs", site.designs, "Groups of pages that are built alike"),
        site.fit !== null && fact("recognised", percent(site.fit), "How much of a page the model has seen on other pages of the site"),
        fact("learned from", count(site.known, "page"))),
      site.drifted && h("p", { class: "note" }, h("strong", {}, "Drift: "), "this site no longer looks as it did when it was learned. Learn it again."),
      site.odd.length > 0 && h("div", { class: "small" }, h("strong", {}, count(site.odd.length, "odd page")), ` of ${site.looked_at} looked at: `, site.odd.map((page, i) => [i ? ", " : "", h("a", { href: route(`page/${page.id}`) }, page.title || page.label)])),
      site.warnings.map((warning) => h("p", { class: "note" }, warning)),
    ]));
  }
}

const fact = (name, value, title) => h("div", { title }, h("dt", {}, name), h("dd", {}, String(value)));
