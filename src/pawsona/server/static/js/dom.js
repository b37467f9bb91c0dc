// Builds elements without markup strings: what a person or a pet wrote is only ever text.

/** h("p", {class: "quiet", onclick}, "text", node, [more]) - false, null and undefined are left out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
    if (name === "lang") element.dir = "auto"; // somebody wrote it, perhaps from right to left
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PROPERTIES = { value: 1, checked: 1, disabled: 1, hidden: 1, selected: 1 };

export function clear(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  return element;
}

const files = new Map();

/** A drawing of ours as a parsed SVG root; fetched once, cloned for each use. */
export async function drawing(path) {
  if (!files.has(path)) {
    const address = new URL(`../${path}`, import.meta.url);
    const loading = fetch(address).then(async (answer) => {
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    });
    loading.catch(() => files.delete(path));
    files.set(path, loading);
  }
  return document.importNode(await files.get(path), true);
}

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
