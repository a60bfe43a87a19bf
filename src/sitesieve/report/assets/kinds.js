// One colour for each kind of block; all of them hold dark text on a light page.
const COLOURS = {
  content: "#a8e6bf", goes: "#e3ddd3", decoration: "#d9c8f0", declaration: "#d5d8dc", "page-description": "#c9d6df",
  "page-service": "#ffd8a8", "information-board": "#b2ebf2", "interactive-service": "#ffcc80",
  "directory-global": "#a9c9f5", "directory-hierarchic": "#bcd4e6", "directory-hybrid": "#90b8f8",
  advertisement: "#ffab9d", "site-recommendation": "#f5b7d0", "page-recommendation": "#f8a5c2",
  consent: "#ffe08a", comments: "#d7b8f3", paywall: "#ffb3ba", social: "#9fe3e0",
};
export const colour = (kind) => COLOURS[kind] ?? "#dddddd";
export const NOISE = Object.keys(COLOURS).filter((kind) => kind !== "content" && kind !== "goes");
