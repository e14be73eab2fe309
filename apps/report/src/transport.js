// Play, scrub and step; and the loop that moves the play head while it plays.
import { element, time as timeText } from "./format.js";
import { stepContact } from "./store.js";

const SECONDS = 4; // that a motion lasts at the speed 1

export const STEP = 0.01;

export function step(store, by) {
  store.set({ time: Math.min(Math.max(store.get().time + by, 0), 1), playing: false });
}

export function togglePlay(store) {
  const { playing, time } = store.get();
  store.set({ playing: !playing, time: !playing && time >= 1 ? 0 : time });
}

function runLoop(store) {
  let before = null;
  const frame = (now) => {
    const { playing, time, speed } = store.get();
    if (!playing) {
      before = null;
      return;
    }
    const next = before === null ? time : time + ((now - before) / 1000 / SECONDS) * speed;
    before = now;
    store.set(next >= 1 ? { time: 1, playing: false } : { time: next });
    requestAnimationFrame(frame);
  };
  store.listen((state, keys) => {
    if (keys.has("playing") && state.playing) requestAnimationFrame(frame);
  });
}

const ICONS = {
  play: "M7 4l14 8-14 8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z", back: "M16 5v14l-9-7z", forward: "M8 5v14l9-7z",
  previous: "M6 5h2v14H6zM20 5v14l-10-7z", next: "M16 5h2v14h-2zM4 5v14l10-7z",
};

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

const button = (label, name, act) =>
  element("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: act }, icon(name));

export function createTransport(data, store) {
  const play = button("Play", "play", () => togglePlay(store));
  const slider = element("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "Time", id: "slider" });
  const number = element("input", { type: "number", min: 0, max: 1, step: "any", "aria-label": "Time as a number", id: "time" });
  const speed = element("select", { "aria-label": "Speed" },
    ...[0.1, 0.25, 0.5, 1, 2].map((x) => element("option", { value: x, selected: x === 1 }, `${x}×`)));
  slider.addEventListener("input", () => store.set({ time: Number(slider.value), playing: false }));
  number.addEventListener("change", () => {
    const t = Number(number.value);
    if (number.value !== "" && Number.isFinite(t)) store.set({ time: Math.min(Math.max(t, 0), 1), playing: false });
  });
  speed.addEventListener("change", () => store.set({ speed: Number(speed.value) }));
  const none = data.contacts.length === 0;
  const previous = button("Previous contact", "previous", () => stepContact(store, data.contacts, -1));
  const next = button("Next contact", "next", () => stepContact(store, data.contacts, 1));
  previous.disabled = next.disabled = none;
  document.getElementById("transport").append(
    previous, button("Step back", "back", () => step(store, -STEP)), play,
    button("Step forward", "forward", () => step(store, STEP)), next, slider, number, speed);
  const show = (state) => {
    slider.value = state.time;
    slider.setAttribute("aria-valuetext", `t = ${timeText(state.time)}`);
    if (document.activeElement !== number) number.value = timeText(state.time);
    const label = state.playing ? "Pause" : "Play";
    if (play.title !== label) {
      play.title = label;
      play.setAttribute("aria-label", label);
      play.replaceChildren(icon(state.playing ? "pause" : "play"));
    }
  };
  store.listen(show);
  show(store.get());
  runLoop(store);
}
