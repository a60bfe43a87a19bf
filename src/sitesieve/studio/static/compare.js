import { get } from "./api.js";
import { count, h, route } from "/shared/dom.js";
import { empty, heading, stepper } from "./parts.js";

/** A page by two methods or settings, what differs marked; with gold text, the worst pages first. */
export async function comparison(main, query, [given]) {
  const status = await get("status");
  const first = query.get("first") ?? "current";
  const second = query.get("second") ?? "site-style-tree";
  const only = query.get("only") !== null;
  const worst = status.gold === null ? [] : await get("worst", { method: first });
  const page = Number(given ?? worst[0]?.page ?? (await get("pages", { limit: 1 })).pages[0]?.id ?? 0);
  if (!page) { main.replaceChildren(heading("Compare"), empty("No page has been read yet", "Two methods can be compared as soon as there is one.")); return; }
  const address = (change) => route(`compare/${change.page ?? page}`, { first, second, only: only ? "1" : null, ...change, page: null });
  const go = (change) => { location.hash = address(change); };
  const about = await get(`pages/${page}`);
  const view = await get("compare", { page, first, second });
  const rows = joined(view.blocks.filter((block) => block.first || block.second || block.gold));
  const differing = rows.filter((row) => row.first !== row.second).length;

  main.classList.add("wider");
  main.replaceChildren(
    heading("Compare", `Two methods, or two settings of one, on the same page. Outlined: they differ.${view.gold === null ? "" : " ✓ stays as in the gold text, ✗ should go, ○ should stay."}`,
      method("first", first, status, go), method("second", second, status, go),
      h("label", {}, h("input", { type: "checkbox", checked: only, onchange: (event) => go({ only: event.target.checked ? "1" : null }) }), " only what differs")),
    h("div", { class: worst.length ? "beside" : "", "data-by-site": "" },
      worst.length > 0 && h("nav", { class: "card list", "aria-label": "Worst pages" },
        h("h2", {}, "Worst pages first"), h("p", { class: "small soft" }, `Word F of ${first === "current" ? "what stays here" : first} against the gold text, on ${count(worst.length, "page")}`),
        h("ol", { class: "plain" }, worst.map((one) => h("li", {}, h("a", { href: address({ page: one.page }), "aria-current": one.page === page ? "true" : null }, h("span", { class: "number" }, one.f.toFixed(3)), " ", one.title))))),
      h("section", { class: "card both" },
        h("div", { class: "head" }, stepper(about.previous, about.next, (to) => address({ page: to })),
          h("h2", {}, h("a", { href: route(`page/${page}`) }, about.page.title || about.page.label)), h("span", { class: "small soft number" }, count(differing, "difference"))),
        h("div", { class: "pair names" }, side(view.first, first), side(view.second, second)),
        rows.filter((row) => !only || row.first !== row.second).map((row) => h("div", { class: `pair ${row.first !== row.second ? "differs" : ""}` }, cell(row, "first"), cell(row, "second"))),
        only && !differing && h("p", { class: "soft" }, "Both judge this page alike."),
        view.gold !== null && h("details", {}, h("summary", {}, "The whole gold text"), h("pre", { class: "out" }, view.gold)))));
}

/** A method to choose, and settings for it. */
function method(which, value, status, go) {
  const [name, ...rest] = value.split(":");
  const settings = h("input", { type: "text", value: rest.join(":"), placeholder: "threshold=0.3", "aria-label": `settings of the ${which}`, size: 14, onchange: () => chosen() });
  const names = h("select", { "aria-label": `${which} method`, onchange: () => { settings.value = ""; chosen(); } },
    h("option", { value: "current", selected: name === "current" }, `as it is here (${status.method})`),
    status.methods.map((one) => h("option", { value: one, selected: one === name }, one)));
  const chosen = () => go({ [which]: names.value + (settings.value.trim() ? `:${settings.value.trim()}` : "") });
  return h("span", { class: "field" }, which === "first" ? "Left" : "Right", names, name !== "current" && settings);
}

const side = (about, name) => h("h3", {}, name === "current" ? "as it is here" : name, h("span", { class: "soft number small" }, ` ${count(about.words_kept, "word")} stay${about.f === null ? "" : ` · F ${about.f.toFixed(3)}`}`));

/** What gold text says is a sign of its own: a tick stays rightly, a cross should not, a circle is missing. */
function cell(row, which) {
  const kept = row[which];
  const sign = row.gold === null ? "" : kept === row.gold ? (kept ? "✓" : "") : kept ? "✗" : "○";
  const words = { "✓": "the gold text has it", "✗": "the gold text does not have it", "○": "the gold text has it" }[sign];
  return h("p", { class: `${kept ? "kept" : "removed"}${sign && sign !== "✓" ? " wrong" : ""}`, title: row[`${which}_reason`] }, row.text, sign && h("span", { class: "sign", title: words, role: "img", "aria-label": words }, sign));
}

/** Texts of a paragraph that are judged alike, as one. */
function joined(blocks) {
  const rows = [];
  for (const block of blocks) {
    const row = rows.at(-1);
    if (row && row.paragraph === block.paragraph && row.first === block.first && row.second === block.second && (row.gold === block.gold || row.gold === null || block.gold === null)) {
      row.text += ` ${block.text}`;
      row.gold ??= block.gold;
    }
    else rows.push({ ...block });
  }
  return rows;
}
