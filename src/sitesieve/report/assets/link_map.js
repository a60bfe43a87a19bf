// A site's pages and links as a picture to look around in, with its contents pages beside it.
import { count, h } from "./dom.js";

export const ROLE_COLOURS = ["#c96f1a", "#3b7fcc", "#8290a0"];
const [OUT, IN] = ["#c0392b", "#27803f"]; // links of the chosen page
const ROLE_NAMES = ["contents page", "article", "other page"];
const LABELS = 40; // contents pages that can be named on the map at a time
const LISTED = 300;

/** The map with its controls, the list of contents pages, and what is said of a page. */
export function siteMap(data, { pageAddress = (page) => data.url[page] } = {}) {
  const map = new LinkMap(data, { onChoose: choose, onNear: tell });
  const about = h("div", { class: "about", "aria-live": "polite" });
  const found = h("input", { type: "search", placeholder: "find a page", "aria-label": "find a page", oninput: () => map.find(found.value) });
  const view = (value, title) => h("label", {}, h("input", { type: "radio", name: "view", value, checked: value === "after", onchange: () => { map.distilled = value === "after"; choose(map.chosen); } }), ` ${title}`);
  const name = (page) => data.title[page] || data.url[page];
  const contents = data.contents.map((page) => h("li", {}, h("button", { class: "row", "data-page": page, onclick: () => { map.show(page); choose(page); } },
    short(name(page)), h("span", { class: "soft number", title: "pages it leads to" }, data.leads[page] ?? 0))));
  const element = h("div", { class: "map" },
    h("div", { class: "tools" }, view("after", "informative structure"), view("before", "all links"), found,
      h("button", { onclick: () => map.fit() }, "whole site"),
      h("span", { class: "map-legend" }, ["contents", "article", "other"].map((role, i) => h("span", { class: "chip" }, h("i", { style: { background: ROLE_COLOURS[i] } }), role)),
        [["leads to", OUT], ["linked from", IN]].map(([words, colour]) => h("span", { class: "chip", title: "links of the page that is chosen" }, h("i", { class: "stroke", style: { background: colour } }), words)))),
    h("div", { class: "map-and-list" }, map.canvas,
      h("nav", { "aria-label": "Contents pages" }, h("h2", {}, `${count(data.contents.length, "contents page")}`), h("p", { class: "small soft" }, data.contents.length ? "The best first, with the number of pages each leads to." : "No page of this site lists others."), h("ol", { class: "contents" }, contents))),
    about);

  function choose(page) {
    map.choose(page);
    for (const button of element.querySelectorAll(".row")) button.setAttribute("aria-current", String(Number(button.dataset.page) === page));
    element.querySelector(".row[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    tell(page);
  }

  function tell(page) {
    about.replaceChildren();
    if (page < 0) {
      if (data.left_out) about.textContent = `${data.left_out.toLocaleString("en")} further links are not drawn.`;
      return;
    }
    const address = pageAddress(page);
    const link = /^(https?:|#)/i.test(address) ? h("a", { href: address, rel: "noreferrer" }, data.url[page]) : data.url[page];
    about.append(h("p", {}, h("b", {}, name(page)), ` ${ROLE_NAMES[data.role[page]]}, `, link));
    if (page !== map.chosen) return;
    for (const [words, others] of [["leads to", map.others(page, data.from, data.to)], ["linked from", map.others(page, data.to, data.from)]])
      about.append(h("p", { class: "soft" }, `${words} ${count(others.length, "page")}`),
        h("ul", {}, others.slice(0, LISTED).map((other) => h("li", {}, h("button", { class: "row", style: { color: "inherit" }, onclick: () => { map.show(other); choose(other); } }, h("i", { class: "dot", style: { background: ROLE_COLOURS[data.role[other]] } }), " ", name(other))))));
  }

  tell(-1);
  return { element, map };
}

/** A title without the name of the site after it. */
const short = (title) => title.split(/ [|–—·-] /)[0];

/** The canvas: drag to move, turn the wheel or press + and - to come closer, click a page. */
class LinkMap {
  constructor(data, { onChoose, onNear }) {
    Object.assign(this, { data, onChoose, onNear, scale: 1, left: 0, top: 0, chosen: -1, near: -1, found: new Set(), asked: 0, distilled: true });
    this.canvas = h("canvas", { role: "img", "aria-label": "the pages of the site and their links", tabIndex: 0 });
    this.pen = this.canvas.getContext("2d");
    this.listen();
    new ResizeObserver(() => this.fit()).observe(this.canvas);
  }

  get links() { return this.distilled ? this.data.distilled : this.data.from.length; }
  at(page) { return [this.data.place[page][0] * this.scale + this.left, this.data.place[page][1] * this.scale + this.top]; }

  fit() {
    const box = this.canvas.getBoundingClientRect();
    if (!box.width) return;
    let [x0, y0, x1, y1] = [0, 0, 1, 1];
    for (const [x, y] of this.data.place) { x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y); }
    const names = box.width > 600 ? 90 : 0; // room for names on the right
    this.scale = Math.min((box.width - 60 - names) / (x1 - x0), (box.height - 60) / (y1 - y0));
    this.left = (box.width - names - (x0 + x1) * this.scale) / 2;
    this.top = (box.height - (y0 + y1) * this.scale) / 2;
    this.draw();
  }

  /** Bring a page into the middle. */
  show(page) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = this.at(page);
    this.left += box.width / 2 - x;
    this.top += box.height / 2 - y;
    this.draw();
  }

  choose(page) { this.chosen = page; this.draw(); }
  draw() { this.asked ||= requestAnimationFrame(() => this.paint()); }

  find(text) {
    const wanted = text.trim().toLowerCase();
    this.found = new Set();
    if (wanted) this.data.url.forEach((url, page) => { if (`${this.data.title[page]} ${url}`.toLowerCase().includes(wanted)) this.found.add(page); });
    this.draw();
  }

  others(page, mine, theirs) {
    const others = [];
    for (let link = 0; link < this.links; link++) if (mine[link] === page) others.push(theirs[link]);
    return others;
  }

  paint() {
    this.asked = 0;
    const { pen, data, canvas, links } = this;
    const box = canvas.getBoundingClientRect(), fine = devicePixelRatio || 1;
    canvas.width = box.width * fine;
    canvas.height = box.height * fine;
    pen.setTransform(fine, 0, 0, fine, 0, 0);
    const lit = this.chosen >= 0 ? this.chosen : this.near;
    const strokes = (wanted) => {
      pen.beginPath();
      for (let link = 0; link < links; link++) if (wanted(link)) { pen.moveTo(...this.at(data.from[link])); pen.lineTo(...this.at(data.to[link])); }
      pen.stroke();
    };
    pen.lineWidth = 0.6;
    pen.strokeStyle = `rgba(120,135,150,${Math.max(0.05, Math.min(0.5, 900 / (links + 1)))})`;
    strokes(() => true);
    if (lit >= 0) {
      pen.lineWidth = 1.4;
      for (const [end, colour] of [[data.from, OUT], [data.to, IN]]) { pen.strokeStyle = colour; strokes((link) => end[link] === lit); }
    }
    const size = Math.max(1.5, Math.min(9, this.scale * 0.35));
    for (let page = 0; page < data.place.length; page++) {
      const [x, y] = this.at(page);
      if (x < -20 || y < -20 || x > box.width + 20 || y > box.height + 20) continue;
      pen.fillStyle = ROLE_COLOURS[data.role[page]];
      pen.globalAlpha = this.found.size && !this.found.has(page) ? 0.15 : 1;
      pen.beginPath();
      pen.arc(x, y, data.role[page] === 0 ? size * 1.5 : size, 0, 7);
      pen.fill();
      if (page === lit) { pen.lineWidth = 2; pen.strokeStyle = OUT; pen.stroke(); }
    }
    pen.globalAlpha = 1;
    this.label(box, size);
  }

  /** Names of contents pages, the first of the ranking first, where there is room. */
  label(box, size) {
    const { pen, data } = this;
    const style = getComputedStyle(this.canvas);
    pen.font = `600 12px ${style.fontFamily}`;
    pen.textBaseline = "middle";
    const taken = [];
    const pages = this.chosen >= 0 ? [this.chosen, ...data.contents] : data.contents;
    for (const page of pages) {
      if (taken.length >= LABELS) break;
      const [x, y] = this.at(page);
      const words = short(data.title[page] || data.url[page]);
      const text = words.length > 34 ? `${words.slice(0, 33)}…` : words;
      const wide = pen.measureText(text).width;
      const gap = size * 1.5 + 4;
      const start = x + gap + wide > box.width - 4 ? x - gap - wide : x + gap; // on the left where there is no room on the right
      const place = { x0: start, y0: y - 8, x1: start + wide + 4, y1: y + 8 };
      if (place.x1 < 0 || place.y1 < 0 || place.x0 > box.width || place.y0 > box.height) continue;
      if (taken.some((one) => one.x0 < place.x1 && place.x0 < one.x1 && one.y0 < place.y1 && place.y0 < one.y1)) continue;
      taken.push(place);
      pen.lineWidth = 3;
      pen.strokeStyle = style.backgroundColor;
      pen.strokeText(text, place.x0, y);
      pen.fillStyle = style.color;
      pen.fillText(text, place.x0, y);
    }
  }

  pageAt(event) {
    const box = this.canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    let best = -1, least = 144;
    for (let page = 0; page < this.data.place.length; page++) {
      const [px, py] = this.at(page), far = (px - x) ** 2 + (py - y) ** 2;
      if (far < least) { least = far; best = page; }
    }
    return best;
  }

  zoom(by, x, y) {
    this.left = x - (x - this.left) * by;
    this.top = y - (y - this.top) * by;
    this.scale *= by;
    this.draw();
  }

  listen() {
    const { canvas } = this;
    let held = null;
    canvas.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY, moved: false }; canvas.setPointerCapture(event.pointerId); });
    canvas.addEventListener("pointermove", (event) => {
      if (held) {
        const dx = event.clientX - held.x, dy = event.clientY - held.y;
        if (!held.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
        this.left += dx; this.top += dy;
        held = { x: event.clientX, y: event.clientY, moved: true };
        this.draw();
      } else if (this.chosen < 0) {
        const page = this.pageAt(event);
        if (page !== this.near) { this.near = page; this.onNear(page); this.draw(); }
      }
    });
    canvas.addEventListener("pointerup", (event) => { if (held && !held.moved) this.onChoose(this.pageAt(event)); held = null; });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = canvas.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const box = canvas.getBoundingClientRect();
      const move = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (move) { this.left += move[0]; this.top += move[1]; this.draw(); event.preventDefault(); }
      else if (event.key === "+" || event.key === "=") this.zoom(1.3, box.width / 2, box.height / 2);
      else if (event.key === "-") this.zoom(1 / 1.3, box.width / 2, box.height / 2);
    });
  }
}
