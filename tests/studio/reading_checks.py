"""What is looked for on every screen and report, as scripts for the browser."""

# The ratio of WCAG 2.2 (1.4.3) of every text to what is behind it; those below what it asks for.
TOO_FAINT = """() => {
  const parsed = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, i) => one * a + below[i] * (1 - a));
  const light = (colour) => colour.slice(0, 3).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => (element === null ? [255, 255, 255] : over(parsed(getComputedStyle(element).backgroundColor), behind(element.parentElement)));
  const shown = (element) => (element === null ? 1 : Number(getComputedStyle(element).opacity) * shown(element.parentElement));
  const faint = [];
  const look = (element, style, words) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(":disabled, noscript, option")) return;
    const below = behind(element), [r, g, b, a] = parsed(style.color);
    const [one, other] = [light(over([r, g, b, a * shown(element)], below)), light(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${style.color} on ${below.map(Math.round)}: ${words.slice(0, 40)}`);
  };
  const roots = [[document.body, "*"], ...[...document.querySelectorAll("iframe")].map((frame) => [frame.contentDocument?.body, "ss-b"])];
  for (const [root, wanted] of roots)
    for (const element of root?.querySelectorAll(wanted) ?? []) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
      if (words) look(element, getComputedStyle(element), words);
      if (element.placeholder) look(element, getComputedStyle(element, element.value ? null : "::placeholder"), element.value || element.placeholder);
    }
  return faint;
}"""  # noqa: E501 - a script is not Python
# What cannot be told by a screen reader: controls that have no name.
NAMELESS = """() => [...document.querySelectorAll("main button, main a, main input, main select, .bar button, iframe")]
  .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.title || one.labels?.length)).map((one) => one.outerHTML.slice(0, 80))"""  # noqa: E501
