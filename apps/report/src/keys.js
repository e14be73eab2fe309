// What the keys do, anywhere but in fields.
import { element } from "./format.js";
import { stepContact } from "./store.js";
import { step, STEP, togglePlay } from "./transport.js";

const LIST = [
  ["Space", "play or pause"], ["← →", "a hundredth of the motion back or forth; with Shift a thousandth"],
  ["Home, End", "start and end of the motion"], ["N, P", "next and previous contact"], ["F", "see the whole motion"],
  ["C", "see the chosen contact from near"], ["G", "ghosts of the start and end poses"], ["W", "wireframe"],
  ["4 6 8 2", "turn the view"], ["+ −", "nearer, farther"],
];

const TURN = 25;

export function createKeys(data, store, view) {
  const flip = (key) => store.set({ [key]: !store.get()[key] });
  const small = (event) => (event.shiftKey ? STEP / 10 : STEP);
  const acts = {
    " ": () => togglePlay(store),
    ArrowLeft: (event) => step(store, -small(event)),
    ArrowRight: (event) => step(store, small(event)),
    Home: () => store.set({ time: 0, playing: false }),
    End: () => store.set({ time: 1, playing: false }),
    n: () => stepContact(store, data.contacts, 1),
    p: () => stepContact(store, data.contacts, -1),
    f: () => view.fitAll(),
    c: () => { const { contact } = store.get(); if (contact?.point) view.fitContact(contact); },
    g: () => flip("ghosts"),
    w: () => flip("wireframe"),
    4: () => view.camera.turn(-TURN, 0),
    6: () => view.camera.turn(TURN, 0),
    8: () => view.camera.turn(0, TURN),
    2: () => view.camera.turn(0, -TURN),
    "+": () => view.camera.zoom(0.8),
    "-": () => view.camera.zoom(1.25),
  };
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, .lil-gui")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(key in acts) || (key === " " && target.closest("button, summary, a"))) return;
    if (key.length > 1 && target.closest(".scroll") && key !== "ArrowLeft" && key !== "ArrowRight") return;
    event.preventDefault();
    acts[key](event);
  });
  document.getElementById("keys-box").append(element("dl", {},
    ...LIST.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)])));
}
