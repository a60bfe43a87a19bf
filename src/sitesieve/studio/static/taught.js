import { get, remove } from "./api.js";
import { h, route, siteName } from "/shared/dom.js";
import { empty, heading } from "./parts.js";

/** What a person has taught, to look at and to take back. */
export async function taught(main) {
  show(main, await get("pins"));
}

function show(main, pins) {
  const rows = [...pins].reverse().map((pin) => h("tr", {},
    h("td", {}, h("span", { class: `chip ${pin.what === "content" ? "keep" : "gone"}` }, pin.what)),
    h("td", {}, pin.text, h("span", { class: "label path" }, pin.where)),
    h("td", {}, siteName(pin.site), h("span", { class: "label" }, pin.page ?? "wherever this place occurs")),
    h("td", { class: "number" }, h("button", { onclick: async () => { show(main, await remove(`pins/${pin.number}`)); main.closest("main").focus(); } }, "take back"))));
  main.replaceChildren(
    heading("Taught", pins.length > 0 && "What you said of blocks counts before what the method decides. It is saved with the model: see Export."),
    pins.length ? h("div", { class: "scroll" }, h("table", { class: "stack" }, h("thead", {}, h("tr", {}, ["what", "block", "where", ""].map((name) => h("th", {}, name)))), h("tbody", {}, rows)))
      : h("div", {}, empty("Nothing yet", "Open a page, click a block, and say what it is. You see what that changes before you accept it."), h("p", {}, h("a", { href: route("pages") }, "to the pages"))));
}
