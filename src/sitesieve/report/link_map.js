"use strict";
// Draws the pages and links in #data on the canvas #map.
const maps = JSON.parse(document.getElementById("data").textContent);
const canvas = document.getElementById("map"), pen = canvas.getContext("2d");
const said = document.getElementById("said"), find = document.getElementById("find");
const choice = document.getElementById("site");
const COLOURS = ["#d9822b", "#2b6cb0", "#8a97a6"], NAMES = ["contents page", "article", "other page"];
let map = maps[0], scale = 1, left = 0, top_ = 0, chosen = -1, near = -1, found = new Set(), asked = 0;

for (const [number, one] of maps.entries()) choice.add(new Option(one.site, number));
choice.hidden = maps.length < 2;

const view = () => document.querySelector("input[name=view]:checked").value;
const shown = () => (view() === "after" ? map.distilled : map.from.length);
const at = (page) => [map.place[page][0] * scale + left, map.place[page][1] * scale + top_];

function fit() {
  const box = canvas.getBoundingClientRect();
  let [x0, y0, x1, y1] = [0, 0, 1, 1];
  for (const [x, y] of map.place) {
    x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
  }
  scale = Math.min((box.width - 40) / (x1 - x0), (box.height - 40) / (y1 - y0));
  left = (box.width - (x0 + x1) * scale) / 2;
  top_ = (box.height - (y0 + y1) * scale) / 2;
  draw();
}

function draw() {
  if (!asked) asked = requestAnimationFrame(paint);
}

function paint() {
  asked = 0;
  const box = canvas.getBoundingClientRect(), fine = window.devicePixelRatio || 1;
  canvas.width = box.width * fine;
  canvas.height = box.height * fine;
  pen.setTransform(fine, 0, 0, fine, 0, 0);
  const links = shown(), lit = chosen >= 0 ? chosen : near;
  pen.lineWidth = 0.6;
  pen.strokeStyle = `rgba(120,135,150,${Math.max(0.05, Math.min(0.5, 900 / (links + 1)))})`;
  pen.beginPath();
  for (let link = 0; link < links; link++) line(link);
  pen.stroke();
  if (lit >= 0) {
    pen.lineWidth = 1.4;
    for (const [end, colour] of [[map.from, "#c0392b"], [map.to, "#27803f"]]) {
      pen.strokeStyle = colour;
      pen.beginPath();
      for (let link = 0; link < links; link++) if (end[link] === lit) line(link);
      pen.stroke();
    }
  }
  const size = Math.max(1.5, Math.min(9, scale * 0.35));
  for (let page = 0; page < map.place.length; page++) {
    const [x, y] = at(page);
    if (x < -20 || y < -20 || x > box.width + 20 || y > box.height + 20) continue;
    pen.fillStyle = COLOURS[map.role[page]];
    pen.globalAlpha = found.size && !found.has(page) ? 0.15 : 1;
    pen.beginPath();
    pen.arc(x, y, map.role[page] === 0 ? size * 1.5 : size, 0, 7);
    pen.fill();
    if (page === lit) { pen.lineWidth = 2; pen.strokeStyle = "#c0392b"; pen.stroke(); }
  }
  pen.globalAlpha = 1;
}

function line(link) {
  pen.moveTo(...at(map.from[link]));
  pen.lineTo(...at(map.to[link]));
}

function pageAt(event) {
  const box = canvas.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
  let best = -1, least = 144;
  for (let page = 0; page < map.place.length; page++) {
    const [px, py] = at(page), far = (px - x) ** 2 + (py - y) ** 2;
    if (far < least) { least = far; best = page; }
  }
  return best;
}

function tell(page) {
  said.replaceChildren();
  if (page < 0) {
    if (map.left_out) said.textContent = `${map.left_out.toLocaleString()} further links are not drawn.`;
    return;
  }
  const head = document.createElement("p"), links = shown();
  head.append(Object.assign(document.createElement("b"), { textContent: map.title[page] || map.url[page] }));
  head.append(` ${NAMES[map.role[page]]}, `, address(page));
  said.append(head);
  if (page !== chosen) return;
  for (const [name, mine, theirs] of [["leads to", map.from, map.to], ["linked from", map.to, map.from]]) {
    const others = [];
    for (let link = 0; link < links; link++) if (mine[link] === page) others.push(theirs[link]);
    const list = document.createElement("ul");
    for (const other of others.slice(0, 300)) {
      const item = document.createElement("li");
      item.textContent = map.title[other] || map.url[other];
      item.style.color = COLOURS[map.role[other]];
      item.style.cursor = "pointer";
      item.onclick = () => choose(other);
      list.append(item);
    }
    said.append(`${name} ${others.length.toLocaleString()} pages`, list);
  }
}

function address(page) {
  const url = map.url[page];
  if (!/^https?:/i.test(url)) return url;
  return Object.assign(document.createElement("a"), { textContent: url, href: url, rel: "noreferrer" });
}

function choose(page) {
  chosen = page;
  tell(page);
  draw();
}

let held = null;
canvas.onpointerdown = (event) => {
  held = { x: event.clientX, y: event.clientY, moved: false };
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => {
  if (held) {
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
    left += dx; top_ += dy;
    held = { x: event.clientX, y: event.clientY, moved: true };
    draw();
  } else if (chosen < 0) {
    const page = pageAt(event);
    if (page !== near) { near = page; tell(page); draw(); }
  }
};
canvas.onpointerup = (event) => {
  if (held && !held.moved) choose(pageAt(event));
  held = null;
};
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = canvas.getBoundingClientRect(), by = Math.exp(-event.deltaY * 0.0015);
  const x = event.clientX - box.left, y = event.clientY - box.top;
  left = x - (x - left) * by; top_ = y - (y - top_) * by; scale *= by;
  draw();
}, { passive: false });
find.oninput = () => {
  const wanted = find.value.trim().toLowerCase();
  found = new Set();
  if (wanted) map.url.forEach((url, page) => {
    if (`${map.title[page]} ${url}`.toLowerCase().includes(wanted)) found.add(page);
  });
  draw();
};
for (const input of document.querySelectorAll("input[name=view]")) input.onchange = () => choose(chosen);
choice.onchange = () => { map = maps[choice.value]; chosen = near = -1; found = new Set(); tell(-1); fit(); };
document.getElementById("fit").onclick = fit;
window.onresize = fit;
if (map) { tell(-1); fit(); }
