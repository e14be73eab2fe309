// The line over the picture: when it is, what touches, and which vertex was picked.
import { feature, short, tame, time, vector } from "./format.js";
import { litContacts } from "./view/marks.js";
import { meetingAt, meetingPairs } from "./view/meets.js";
import { vertexAt } from "./motion.js";

export function createStatus(data, store) {
  const box = document.getElementById("status");
  const canvas = document.getElementById("canvas");
  const show = (state) => {
    const parts = [`t = ${time(state.time)}`];
    const lit = litContacts(data, state);
    if (lit.length > 0) {
      const c = lit[0];
      parts.push(`${tame(c.pair.a)} ${feature(c.a)} on ${tame(c.pair.b)} ${feature(c.b)}${lit.length > 1 ? ` and ${lit.length - 1} more` : ""}`);
    }
    const meeting = state.meetsShown ? meetingAt(data, state.time) : null;
    if (meeting) {
      const pairs = meetingPairs(meeting, state.pair === null ? null : data.pairs[state.pair]);
      const count = pairs.reduce((sum, pair) => sum + pair.faces.length, 0);
      parts.push(`${count} pairs of faces meet${meeting.time === state.time ? "" : ` at t = ${time(meeting.time)}`}`);
    }
    if (state.vertex) {
      const body = data.bodies[state.vertex.body];
      parts.push(`${tame(body.name)} vertex ${state.vertex.vertex} at ${vector(vertexAt(body, state.vertex.vertex, state.time))}`);
    }
    if (!state.playing) {
      box.textContent = parts.join(" · ");
      canvas.setAttribute("aria-label", `Picture of the scene at ${parts.join("; ")}`);
    } else {
      box.textContent = `t = ${short(state.time, 4)}`;
    }
  };
  store.listen((state, keys) => {
    if (["time", "contact", "vertex", "playing", "pair", "meetsShown"].some((key) => keys.has(key))) show(state);
  });
  show(store.get());
}
