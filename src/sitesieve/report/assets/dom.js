// Elements without markup: whatever a page of the input says is set as text, never as HTML.

/** An element with attributes and children; texts become text nodes. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "style") Object.assign(element.style, value);
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

/** Those of some children, however nested, that are there. */
export const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export const percent = (share) => (share === null || share === undefined ? "–" : `${Math.round(share * 100)} %`);
export const count = (number, what) => `${number.toLocaleString("en")} ${what}${number === 1 ? "" : "s"}`;
export const siteName = (site) => site || "(no site)";

/** The address of a screen, with what it shows. */
export function route(screen, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(given).toString();
  return `#/${screen}${query ? `?${query}` : ""}`;
}
