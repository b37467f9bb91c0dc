// Numbers as people read them, in the language of the page.
import { spoken } from "./words.js";

const format = (value, options) => new Intl.NumberFormat(spoken() === "zh" ? "zh-CN" : "en-GB", options).format(value);

/** Small counts keep a digit, so that half a call a day is not none. */
export const count = (value) => format(value, { maximumFractionDigits: value < 10 ? 1 : 0 });
export const money = (value) => format(value, { maximumSignificantDigits: 3 });
export const percent = (share) => `${format(100 * share, { maximumFractionDigits: 0 })}%`;

const gigabytes = (value) => `${format(value, { maximumFractionDigits: value < 10 ? 1 : 0 })} GB`;

/** What goes over the line and onto the disk. */
export const bytes = (size) => (size < 1e6 ? `${format(size / 1e3, { maximumFractionDigits: 0 })} kB` : size < 1e9 ? `${format(size / 1e6, { maximumFractionDigits: 0 })} MB` : gigabytes(size / 1e9));
/** Memory is sold in powers of two: 8 GB are 8.6 thousand million bytes. */
export const memory = (size) => gigabytes(size / 2 ** 30);

export const languageNames = (codes) => codes.map((code) => new Intl.DisplayNames(spoken(), { type: "language" }).of(code));
