// How far pairs are apart over time, as the tool measured it at some times; nothing is computed here.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element, pairName, short } from "./format.js";
import { theme } from "./view/colours.js";

const MOST = 5;
const LINES = ["--series-1", "--series-2", "--series-3", "--series-4", "--series-5"];

// What is left and right of the strips of the lanes, so that the curve stands below them.
function margins(box) {
  const strip = document.querySelector(".lane .strip")?.getBoundingClientRect();
  const { left, right } = box.getBoundingClientRect();
  return strip && strip.width > 0 ? { left: strip.left - left, right: right - strip.right } : { left: 100, right: 10 };
}

// The curves of the chosen pair, else those of the pairs that touch first or come nearest.
function chosen(data, pair) {
  if (pair !== null) return data.curves.has(pair) ? [pair] : [];
  return [...data.curves.keys()].slice(0, MOST);
}

function joined(data, list) {
  return uPlot.join(list.map((index) => {
    const samples = data.curves.get(index);
    return [samples.map((s) => s[0]), samples.map((s) => s[1])];
  }));
}

function lowest(samples) {
  return samples.reduce((best, s) => (s[1] !== null && (best === null || s[1] < best[1]) ? s : best), null);
}

export function createCurve(data, store) {
  const box = document.getElementById("curve");
  const note = document.getElementById("curve-note");
  let plot = null;

  const head = {
    hooks: {
      draw: [(u) => {
        const x = u.valToPos(store.get().time, "x", true);
        const pen = u.ctx;
        pen.save();
        pen.strokeStyle = theme().ink;
        pen.lineWidth = devicePixelRatio;
        pen.beginPath();
        pen.moveTo(x, u.bbox.top);
        pen.lineTo(x, u.bbox.top + u.bbox.height);
        pen.stroke();
        pen.restore();
      }],
    },
  };

  function axis(style, more) {
    return { stroke: style.ink, grid: { stroke: style.line, width: 1 }, ticks: { stroke: style.line, width: 1 }, font: "12px system-ui", ...more };
  }

  function options(list) {
    const style = theme();
    const read = getComputedStyle(document.documentElement);
    return {
      width: box.clientWidth, height: box.clientHeight,
      scales: { x: { time: false, range: [0, 1] }, y: { range: (u, low, high) => [0, high > 0 ? high * 1.05 : 1] } },
      axes: [axis(style, { size: 26 }), axis(style, { size: () => margins(box).left, values: (u, list) => list.map((x) => short(x, 4)) })],
      padding: [8, () => margins(box).right, 0, 0], pxAlign: 0, legend: { show: false }, cursor: { drag: { x: false, y: false }, points: { show: false } },
      series: [{}, ...list.map((index, i) => ({
        label: pairName(data.pairs[index]), stroke: read.getPropertyValue(LINES[i]).trim(), width: 2, spanGaps: true, points: { show: false },
      }))],
      plugins: [head],
    };
  }

  function say(list) {
    if (list.length === 0) {
      note.textContent = data.curves.size === 0 ? "No pair was measured." : "This pair was not measured.";
      return;
    }
    const parts = list.map((index, i) => {
      const least = lowest(data.curves.get(index));
      const text = least ? `${short(least[1], 4)} at t = ${short(least[0], 6)}` : "not measured";
      return element("span", { class: "entry" }, element("span", { class: "swatch", style: `background:var(${LINES[i]})` }),
        `${pairName(data.pairs[index])}: ${text}`);
    });
    const count = data.curves.get(list[0]).length;
    note.replaceChildren(`Gap, measured by the tool at ${count} times and not between them; the least of these: `, ...parts);
    box.setAttribute("aria-label", `Curves. ${note.textContent}`);
  }

  function make() {
    const list = chosen(data, store.get().pair);
    plot?.destroy();
    plot = null;
    say(list);
    box.hidden = list.length === 0;
    if (list.length === 0) return;
    plot = new uPlot(options(list), joined(data, list), box);
    plot.over.addEventListener("click", (event) => {
      const { left, width } = plot.over.getBoundingClientRect();
      store.set({ time: Math.min(Math.max((event.clientX - left) / width, 0), 1), playing: false });
    });
  }

  box.setAttribute("role", "img");
  store.listen((state, keys) => {
    if (keys.has("pair")) make();
    else if (keys.has("time")) plot?.redraw(false);
  });
  new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: box.clientHeight })).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", make);
  make();
}
