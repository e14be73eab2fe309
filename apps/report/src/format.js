// How numbers, features and pairs are written.

export function short(x, digits = 6) {
  if (x === null || x === undefined) return "";
  if (x === 0) return "0";
  const text = Number(x.toPrecision(digits));
  return Math.abs(text) >= 1e7 || Math.abs(text) < 1e-4 ? text.toExponential() : String(text);
}

export const time = (t) => (t === null || t === undefined ? "" : String(Number(t.toFixed(9))));
export const vector = (v, digits = 5) => (v ? `(${v.map((x) => short(x, digits)).join(", ")})` : "");

export function feature(f) {
  if (!f) return "";
  const [kind, index] = Object.entries(f)[0];
  return `${kind} ${Array.isArray(index) ? index.join("-") : index}`;
}

// Names as they are shown: without what turns the direction of text or has no shape.
export const tame = (name) => name.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, "\ufffd");

export const pairName = ({ a, b }) => (a === b ? `${tame(a)} with itself` : `${tame(a)} – ${tame(b)}`);

// An element with text and attributes; text is never markup.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const SAFE = /^[A-Za-z0-9_./:=,+@%-]+$/;
export const shell = (words) => words.map((w) => (SAFE.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`)).join(" ");
