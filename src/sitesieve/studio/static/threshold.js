import { get, post } from "./api.js";
import { h, percent, route, siteName } from "/shared/dom.js";
import { siteChooser } from "./site_chooser.js";

/** A slider; twenty pages of the site change at once. */
export async function threshold(main, query) {
  const known = await get("sites");
  const site = query.get("site") ?? known[0]?.site ?? "";
  const chooser = siteChooser(known, site, "threshold");
  main.replaceChildren(h("h1", {}, "Threshold by eye"),
    h("p", { class: "soft" }, "The site style tree removes what is less important than the threshold. Move the slider until these pages look right."),
    h("div", { class: "tools" }, chooser), h("p", { class: "soft", role: "status" }, "Trying thresholds …"));
  const view = await get("thresholds", { site });
  const steps = view.thresholds;
  const nearest = (value) => steps.reduce((best, step, i) => (Math.abs(step - value) < Math.abs(steps[best] - value) ? i : best), 0);
  let before = nearest(view.chosen ?? view.auto);
  const slider = h("input", { type: "range", min: "0", max: String(steps.length - 1), step: "1", id: "slider", "aria-label": "Threshold", oninput: () => move() });
  slider.value = String(before);
  const value = h("output", { class: "number", for: "slider" });
  const words = h("span", { class: "soft number" });
  const save = h("button", { class: "main", onclick: () => choose(steps[Number(slider.value)]) });
  const reset = h("button", { onclick: () => choose(null) }, "leave it to be found");
  const cards = view.pages.map((page) => {
    const texts = page.texts.map((text) => [text, h("span", {}, text.text, " ")]);
    const share = h("span", { class: "soft number small" });
    return { page, texts, share, element: h("section", { class: "card" },
      h("h2", {}, page.number === null ? page.name : h("a", { href: route(`page/${page.number}`) }, page.name)), share,
      h("div", { class: "tried small" }, texts.map(([, element]) => element))) };
  });
  main.replaceChildren(main.firstChild, main.children[1],
    h("div", { class: "tools slider" }, chooser, slider, value, words, save, reset),
    h("p", { class: "small" }, h("ins", {}, "stays"), " ", h("del", {}, "goes"), " ", h("ins", { class: "now" }, "came back by the last move"), " ", h("del", { class: "now" }, "lost by the last move")),
    h("div", { class: "cards wide-cards" }, cards.map((card) => card.element)));

  const goes = (text, t) => text.gone_from !== null && text.gone_from <= t;
  function move() {
    const t = steps[Number(slider.value)];
    const was = steps[before];
    let kept = 0, all = 0;
    for (const { page, texts, share } of cards) {
      let here = 0;
      for (const [text, element] of texts) {
        const gone = goes(text, t);
        const changed = gone !== goes(text, was);
        element.className = `${gone ? "gone" : "stays"}${changed ? " now" : ""}`;
        if (!gone) here += text.words;
      }
      kept += here;
      all += page.words;
      share.textContent = `${percent(here / Math.max(1, page.words))} of ${page.words} words stay`;
    }
    value.textContent = t.toFixed(2);
    words.textContent = `${percent(kept / Math.max(1, all))} of the words stay · found by itself: ${view.auto.toFixed(2)}`;
    save.textContent = `use ${t.toFixed(2)} for ${siteName(site)}`;
    save.disabled = view.chosen !== null && nearest(view.chosen) === Number(slider.value);
    reset.disabled = view.chosen === null;
    before = Number(slider.value);
  }
  async function choose(t) {
    const now = await post("thresholds", { site, threshold: t });
    view.chosen = now.threshold;
    move();
  }
  move();
}
