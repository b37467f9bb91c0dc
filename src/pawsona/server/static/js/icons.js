// Line icons, 24 x 24, and the mark. An icon without a label always sits in a control that has an accessible name.
import { svg } from "./dom.js";

const PATHS = {
  home: "M3.5 11.5a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3 20.5H21M7 17.5C9 14 15 14 17 17.500",
  talk: "M4 6.5C4 5 5 4 6.5 4H17.5C19 4 20 5 20 6.5V13.5C20 15 19 16 17.5 16H11L6.5 20V16C5 16 4 15 4 13.5Z",
  diary: "M12 6.5C10 4.8 7 4.5 4 5V18.5C7 18 10 18.3 12 20C14 18.3 17 18 20 18.5V5C17 4.5 14 4.8 12 6.5ZM12 6.5V20",
  memories: "M19.5 14.5A8 8 0 1 1 10 4.2A6.5 6.5 0 0 0 19.5 14.5Z",
  care: "M12 19.5C6 15.5 3.5 12.5 3.5 9.3C3.5 6.8 5.4 5 7.7 5C9.5 5 11.1 6 12 7.6C12.9 6 14.5 5 16.3 5C18.6 5 20.5 6.8 20.5 9.3C20.5 12.5 18 15.5 12 19.5Z",
  settings: "M4 8H13M17 8H20M4 16H7M11 16H20M13 8a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 16a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  send: "M12 19V5.5M6 11L12 5L18 11",
  stop: "M6.5 6.5H17.5V17.5H6.5Z",
  back: "M14.5 6L8.5 12L14.5 18",
  forth: "M9.5 6L15.5 12L9.5 18",
  search: "M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16L20 20",
  why: "M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M9.8 9.8C9.8 7 14.3 7.2 14.3 9.9C14.3 11.8 12 11.9 12 13.8M12 16.8V16.900",
  pin: "M8.5 4.5H15.5L14.5 11L17.5 14H6.5L9.5 11ZM12 14V20",
  edit: "M5 19L5.8 15.5L15.5 5.8C16.3 5 17.4 5 18.2 5.8C19 6.6 19 7.7 18.2 8.5L8.5 18.2Z",
  forget: "M5 7H19M9.5 7V5H14.5V7M7 7L8 19.5H16L17 7M10.5 11V16M13.5 11V16",
};

export function icon(name) {
  return svg("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}

export function mark() {
  const cat =
    "M6.6 23.8C6.7 19.5 7.2 15.8 8 13.2C8.2 12.6 8.8 12.5 9.3 12.9L11.7 14.9C13.2 14.5 14.8 14.5 16.3 14.9L18.7 12.9C19.2 12.5 19.8 12.6 20 13.2C20.8 15.8 21.3 19.5 21.4 23.8C17 27 11 27 6.6 23.8Z";
  return svg(
    "svg",
    { viewBox: "0 0 28 28", "aria-hidden": "true", fill: "none" },
    svg("circle", { cx: 14, cy: 14, r: 12.5, fill: "var(--gold)", opacity: 0.26 }),
    svg("path", { d: cat, fill: "var(--accent)" }),
    svg("circle", { cx: 14, cy: 14, r: 12.5, stroke: "var(--ink)", "stroke-width": 2 }),
  );
}
