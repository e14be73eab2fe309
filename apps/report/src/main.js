// Data goes one way: what the tool wrote, what the reader chose, what is shown.
import "./style.css";
import { createCurve } from "./curve.js";
import { readData } from "./data.js";
import { createDetails } from "./details.js";
import { allCertified, answerText, createFacts } from "./facts.js";
import { element } from "./format.js";
import { createKeys } from "./keys.js";
import { createLanes } from "./lanes.js";
import { verticesAt } from "./motion.js";
import { createScreen } from "./screen.js";
import { createOptions } from "./options.js";
import { createStatus } from "./status.js";
import { createStore } from "./store.js";
import { createTable } from "./table.js";
import { createTransport } from "./transport.js";
import { createView } from "./view/view.js";

const FEW = 12;           // bodies up to which the start and end poses are shown from the beginning
const SMALL = 1 / 40;     // of the whole motion: a body below it is not seen well in the whole

const data = await readData().catch((error) => {
  document.getElementById("summary").append("This page is damaged: its data cannot be read. Load it again, or make it anew by toi report.");
  throw error;
});

function firstState() {
  return {
    time: 0, playing: false, speed: 1, pair: null, contact: null, vertex: null, hidden: new Set(),
    ghosts: data.bodies.filter((body) => body.moves).length <= FEW, wireframe: false, edges: true, contactsShown: true,
    normals: true, meetsShown: true, up: upAxis(),
  };
}

// A scene may say it below its extras.
function upAxis() {
  if (!data.source.includes('"up"')) return "z";
  try {
    const up = JSON.parse(data.source).extras?.up;
    return ["x", "y", "z"].includes(up) ? up : "z";
  } catch {
    return "z";
  }
}

function showSummary() {
  const name = data.name.split("/").pop();
  document.title = `${name}: ${answerText(data)}`;
  document.getElementById("title").textContent = name;
  document.getElementById("summary").append(
    element("strong", { class: `answer ${data.result.answer}` }, answerText(data)),
    element("span", { class: "certified" }, allCertified(data) ? "certified" : "not certified"));
}

// When the earliest contact is, or where the curves are lowest.
function tellingMoment() {
  const first = data.contacts.find((contact) => contact.point);
  if (first) return { pair: first.pair, time: first.time, contact: first };
  let best = null;
  for (const [index, samples] of data.curves) {
    for (const [t, gap] of samples) if (gap !== null && (!best || gap < best.gap)) best = { pair: data.pairs[index], time: t, gap };
  }
  return best;
}

function firstLook(view) {
  const moment = tellingMoment();
  const moving = data.bodies.filter((body) => body.moves);
  if (moment?.contact?.normal) view.faceContact(moment.contact);
  view.fitAll();
  if (moment) store.set({ time: moment.time });
  if (moment && moving.length > 0 && view.smallest(moving) < SMALL * view.reach && data.bodies.length <= FEW) {
    view.fitPair(moment.pair, moment.time);
  }
}

// What the address asks for: only the picture, and a time.
const asked = () => new URLSearchParams(location.hash.slice(1));
const followBare = () => document.documentElement.classList.toggle("bare", asked().has("bare"));

function followTime() {
  const t = Number(asked().get("t"));
  if (asked().has("t") && t >= 0 && t <= 1) store.set({ time: t });
}

followBare();
const store = createStore(firstState());
showSummary();
const view = createView(document.getElementById("canvas"), data, store);
createTable(data, store);
createDetails(store);
createTransport(data, store);
createLanes(data, store);
createCurve(data, store);
createFacts(data);
createScreen(data, store);
createKeys(data, store, view);
createOptions(data, store, view);
createStatus(data, store);
firstLook(view);
followTime();
addEventListener("hashchange", () => {
  followBare();
  followTime();
});

// For whoever drives the page by script: tests, and pictures.
window.toiReport = {
  data,
  state: store.get,
  set: store.set,
  view,
  vertices: (index) => verticesAt(data.bodies[index], store.get().time),
  seen: (index) => view.seen(index),
};
