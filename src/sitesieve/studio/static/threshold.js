import { get, post } from "./api.js";
import { count, h, percent, route, siteName } from "/shared/dom.js";
import { empty, heading, siteChooser } from "./parts.js";

/** A slider; twenty pages of the site change at once. */
export async function threshold(main, query) {
  const known = (await get("sites")).filter((line) => line.pages > 0);
  const site = query.get("site") ?? known[0]?.site;
  if (site === undefined) { main.replaceChildren(heading("Threshold by eye"), empty("No page has been read yet", "Thresholds are tried on pages of a site.")); return; }
  const top = heading("Threshold by eye", "The site style tree removes what is less important than the threshold. Move the slider until these pages look right, then keep the value for the site.", siteChooser(known, site, "threshold"));
  main.replaceChildren(top, h("p", { class: "soft", role: "status" }, "Trying thresholds …"));
  if ((known.find((line) => line.site === site)?.pages ?? 0) < 2) { main.replaceChildren(top, empty("Too few pages", "A site style tree is learned from two pages or more.")); return; }
  const view = await get("thresholds", { site });
  const steps = view.thresholds;
  const nearest = (value) => steps.reduce((best, step, i) => (Math.abs(step - value) < Math.abs(steps[best] - value) ? i : best), 0);
  let before = nearest(view.chosen ?? view.auto);
  const slider = h("input", { type: "range", min: "0", max: String(steps.length - 1), step: "1", id: "slider", "aria-label": "Threshold", oninput: () => move() });
  slider.value = String(before);
  const value = h("output", { class: "number", for: "slider" });
  const words = h("span", { class: "soft number" });
  const moved = h("span", { class: "small number", role: "status" });
  const save = h("button", { class: "main", onclick: () => choose(steps[Number(slider.value)]) });
  const reset = h("button", { class: "reset", title: `The method itself finds ${view.auto.toFixed(2)}`, onclick: () => choose(null) }, "leave it to be found");
  const cards = view.pages.map((page) => {
    const texts = page.texts.map((text) => [text, h("span", {}, text.text, " ")]);
    const share = h("span", { class: "soft number small" });
    return { page, texts, share, element: h("section", { class: "card" },
      h("h2", {}, page.number === null ? page.name : h("a", { href: route(`page/${page.number}`) }, page.title || page.name)), share,
      h("div", { class: "tried small", tabIndex: 0, role: "group", "aria-label": page.title || page.name }, texts.map(([, element]) => element))) };
  });
  main.replaceChildren(top,
    h("div", { class: "slider", "data-by-site": "" },
      h("div", { class: "tools" }, slider, value, save, reset),
      h("div", { class: "tools small" }, words, moved,
        h("span", { class: "legend-words tried" }, h("span", { class: "stays" }, "stays"), h("span", { class: "gone" }, "goes"), h("span", { class: "stays now" }, "gained by the last move"), h("span", { class: "gone now" }, "lost by the last move")))),
    h("div", { class: "cards wide-cards" }, cards.map((card) => card.element)));

  const goes = (text, t) => text.gone_from !== null && text.gone_from <= t;
  function move() {
    const t = steps[Number(slider.value)];
    const was = steps[before];
    let kept = 0, all = 0, gained = 0, lost = 0;
    for (const { page, texts, share } of cards) {
      let here = 0;
      for (const [text, element] of texts) {
        const gone = goes(text, t);
        const changed = gone !== goes(text, was);
        element.className = `${gone ? "gone" : "stays"}${changed ? " now" : ""}`;
        if (!gone) here += text.words;
        if (changed && gone) lost += text.words;
        if (changed && !gone) gained += text.words;
      }
      kept += here;
      all += page.words;
      share.textContent = `${percent(here / Math.max(1, page.words))} of ${page.words.toLocaleString("en")} words stay`;
    }
    value.textContent = t.toFixed(2);
    words.textContent = `${percent(kept / Math.max(1, all))} of the words of ${count(cards.length, "page")} stay. The method itself finds ${view.auto.toFixed(2)}${view.chosen === null ? "." : `; you chose ${view.chosen.toFixed(2)}.`}`;
    moved.textContent = gained ? `${count(gained, "word")} gained` : lost ? `${count(lost, "word")} lost` : "";
    save.textContent = `use ${t.toFixed(2)} for ${siteName(site)}`;
    save.disabled = view.chosen !== null && nearest(view.chosen) === Number(slider.value);
    reset.disabled = view.chosen === null;
    before = Number(slider.value);
  }
  async function choose(t) {
    const now = await post("thresholds", { site, threshold: t });
    view.chosen = now.threshold;
    move();
    slider.focus();
  }
  move();
}
