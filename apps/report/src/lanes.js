// A lane for each pair: what the tool proved of it, and when it touches.
import { element, pairName, short, time } from "./format.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1000, HIGH = 20;
const MOST_LANES = 200;

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const bar = (from, to, kind) =>
  shape("rect", { x: WIDE * from, y: 3, width: Math.max(WIDE * (to - from), 0), height: HIGH - 6, class: kind });

// Ticks at times, as one path; those on one pixel count once.
function ticks(times, top, bottom, kind) {
  const places = [...new Set(times.map((t) => Math.round(t * WIDE * 2) / 2))];
  return shape("path", { d: places.map((x) => `M${x} ${top}V${bottom}`).join(""), class: kind });
}

function strip(pair, all) {
  const svg = shape("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const free = pair.answer === "clear" ? 1 : pair.t_free ?? 0;
  svg.append(bar(0, free, pair.certified ? "free" : "estimate"));
  if (pair.answer === "undecided") svg.append(bar(free, 1, "undecided"));
  else if (free < 1) svg.append(bar(free, 1, all ? "between" : "beyond"));
  if (all && pair.answer === "contact" && pair.t_complete < 1) svg.append(bar(pair.t_complete, 1, "undecided"));
  for (const c of pair.contacts) if (c.sustained) svg.append(bar(c.time, c.until, "touching"));
  if (pair.links?.length) svg.append(ticks(pair.links.map((link) => link.from), HIGH - 6, HIGH, "link"));
  const entering = pair.contacts.filter((c) => c.entering !== false).map((c) => c.time);
  const leaving = pair.contacts.filter((c) => c.entering === false).map((c) => c.time);
  const hit = entering.length === 0 && pair.t_hit !== null ? [pair.t_hit] : entering;
  svg.append(ticks(hit, 0, HIGH, "contact"), ticks(leaving, 0, HIGH, "leaving"));
  return svg;
}

// The lane in words.
export function describe(pair) {
  const proved = pair.certified ? "proved" : "estimated";
  if (pair.answer === "clear") return `clear, ${proved}${pair.gap ? `, by at least ${short(pair.gap, 4)}` : ""}`;
  if (pair.answer === "undecided") return `undecided; free before ${time(pair.t_free)}, ${proved}`;
  const start = pair.start === "free" ? `free before, ${proved}` : pair.start;
  return `contact at ${time(pair.t_hit)}; ${start}${pair.contacts.length > 1 ? `; ${pair.contacts.length} contacts` : ""}`;
}

const RANK = { contact: 0, undecided: 1, clear: 2 };

function ordered(pairs) {
  const key = (pair) => (pair.answer === "contact" ? pair.t_hit : pair.method === "broad" ? Infinity : pair.gap ?? 0);
  return [...pairs].sort((a, b) => RANK[a.answer] - RANK[b.answer] || key(a) - key(b) || a.index - b.index);
}

export function createLanes(data, store) {
  const box = document.getElementById("lanes");
  const list = ordered(data.pairs);
  const head = element("div", { class: "head", "aria-hidden": "true" });
  const rail = element("div", { class: "rail", "aria-hidden": "true" }, head);
  const lanes = new Map();

  function makeLane(pair) {
    const title = `${pairName(pair)}: ${describe(pair)}`;
    const lane = element("button", { type: "button", class: `lane ${pair.answer}`, "aria-pressed": "false", title },
      element("span", { class: "name" }, pairName(pair)),
      element("span", { class: "unseen" }, `: ${describe(pair)}`),
      element("span", { class: "strip" }, strip(pair, data.facts.all)));
    lane.addEventListener("click", (event) => {
      const area = lane.querySelector(".strip").getBoundingClientRect();
      const t = (event.clientX - area.left) / area.width;
      const chosen = store.get().pair === pair.index;
      if (event.detail > 0 && t >= 0 && t <= 1) store.set({ time: t, playing: false, pair: pair.index });
      else store.set({ pair: chosen ? null : pair.index });
    });
    lanes.set(pair.index, lane);
    return lane;
  }

  function fill(count) {
    const shown = list.slice(lanes.size, count);
    box.append(...shown.map(makeLane));
    box.style.setProperty("--high", `${24 * lanes.size}px`); // of a lane: its least height in the style
    more?.remove();
    const left = list.length - lanes.size;
    if (left > 0) {
      more = element("button", { type: "button", class: "more", onclick: () => fill(lanes.size + MOST_LANES) }, `${left} more pairs`);
      box.append(more);
    }
  }

  let more = null;
  box.append(rail);
  fill(MOST_LANES);
  const unlisted = data.result.work.pairs - list.length;
  if (unlisted > 0) box.append(element("p", { class: "none" }, `${unlisted} more pairs are clear: boxes around their motions stay apart.`));
  const show = (state) => {
    box.style.setProperty("--t", state.time);
    for (const [index, lane] of lanes) lane.setAttribute("aria-pressed", String(state.pair === index));
  };
  store.listen((state, keys) => { if (keys.has("time") || keys.has("pair")) show(state); });
  show(store.get());
  createLegend(data);
}

function createLegend(data) {
  const all = data.facts.all;
  const entries = [
    ["free", "free, proved", data.pairs.some((p) => p.certified && (p.t_free ?? 0) > 0)],
    ["estimate", "free, estimated", data.pairs.some((p) => !p.certified && (p.t_free ?? 0) > 0)],
    ["contact", "contact", data.contacts.length > 0 || data.pairs.some((p) => p.answer === "contact")],
    ["leaving", "parting", data.contacts.some((c) => c.entering === false)],
    ["touching", "in touch", data.contacts.some((c) => c.sustained)],
    ["between", "between contacts", all && data.contacts.length > 0],
    ["beyond", "after the first contact: not asked", !all && data.pairs.some((p) => p.answer === "contact" && p.t_free < 1)],
    ["undecided", "undecided", data.pairs.some((p) => p.answer === "undecided")],
    ["link", "link of the proof", data.pairs.some((p) => p.links?.length)],
  ];
  const made = entries.filter(([, , there]) => there).map(([kind, text]) =>
    element("span", { class: "entry" }, element("span", { class: `swatch ${kind}` }), text));
  document.getElementById("legend").append(...made);
}
