import { get, remove } from "./api.js";
import { h, siteName } from "/shared/dom.js";

/** What a person has taught, to look at and to take back. */
export async function taught(main) {
  show(main, await get("pins"));
}

function show(main, pins) {
  const rows = [...pins].reverse().map((pin) => h("tr", {},
    h("td", {}, h("span", { class: `chip ${pin.what === "content" ? "keep" : "gone"}` }, pin.what)),
    h("td", {}, pin.text, h("span", { class: "label path" }, pin.where)),
    h("td", {}, siteName(pin.site), h("span", { class: "label" }, pin.page ?? "all pages")),
    h("td", {}, h("button", { onclick: async () => show(main, await remove(`pins/${pin.number}`)) }, "take back"))));
  main.replaceChildren(
    h("h1", {}, "Taught"),
    h("p", { class: "soft" }, pins.length ? "What you said of blocks counts before what the method decides. It is saved with the model." : "Nothing yet: open a page, click a block, and say what it is."),
    ...(pins.length ? [h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, ["what", "block", "where", ""].map((name) => h("th", {}, name)))), h("tbody", {}, rows)))] : []));
}
