// The picture of the scene. It is drawn when something has changed, and never else.
import { DirectionalLight, Group, HemisphereLight, Scene, WebGLRenderer } from "three";
import { createBodies } from "./bodies.js";
import { createCamera, listenToPointers } from "./camera.js";
import { theme } from "./colours.js";
import { cubeAbout, pointsAtTime, reachOf, smallest, wholePoints } from "./extent.js";
import { createMarks } from "./marks.js";
import { createMeets } from "./meets.js";
import { pick } from "./pick.js";
import { createTrail } from "./trail.js";

const LIVELY = 250; // milliseconds after a change in which large meshes are drawn with fewer triangles

// Where the browser draws nothing in three dimensions, all else of the page works.
const NO_RENDERER = { setClearColor() {}, render() {}, setSize() {} };

function createRenderer(canvas) {
  const sparing = new URLSearchParams(location.hash.slice(1)).has("plain");
  const context = canvas.getContext("webgl2", { antialias: !sparing, preserveDrawingBuffer: true });
  document.getElementById("no-picture").hidden = context !== null;
  if (!context) return NO_RENDERER;
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.debug.checkShaderErrors = false; // asking for them waits until each is compiled
  renderer.setPixelRatio(sparing ? 1 : Math.min(devicePixelRatio, 2));
  return renderer;
}

function createLights(scene) {
  const sun = new DirectionalLight("#ffffff", 1.7);
  scene.add(new HemisphereLight("#ffffff", "#8a8f98", 1.5), sun, sun.target);
  return sun;
}

export function createView(canvas, data, store) {
  const renderer = createRenderer(canvas);
  const scene = new Scene();
  const root = new Group();
  scene.add(root);
  const sun = createLights(scene);
  const bodies = createBodies(data, root);
  const marks = createMarks(data, root, bodies);
  const meets = createMeets(data, root, bodies);
  const trail = createTrail(data, root);
  let colours = theme();
  let timeShown = null;
  let fast = false;
  let settle = 0;
  let waiting = false;

  const camera = createCamera(canvas, () => request(true));
  const whole = wholePoints(data.bodies);
  const reach = reachOf(whole);
  camera.eye.reach = reach;

  function draw() {
    waiting = false;
    const state = store.get();
    camera.eye.up = state.up;
    camera.update();
    sun.position.copy(camera.camera.position).add({ x: 0.3, y: 0.5, z: 0.8 });
    bodies.update(state, camera.eye, timeShown !== state.time);
    bodies.style(state, fast, colours);
    marks.update(state, camera.eye, colours);
    meets.update(state, camera.eye, colours);
    trail.update(state, camera.eye, colours);
    timeShown = state.time;
    scene.background = null;
    renderer.setClearColor(colours.ground, 1);
    renderer.render(scene, camera.camera);
  }

  function request(moving) {
    if (moving) {
      fast = true;
      clearTimeout(settle);
      settle = setTimeout(() => { fast = false; request(false); }, LIVELY);
    }
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  function resize() {
    const { clientWidth: width, clientHeight: height } = canvas.parentElement;
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    camera.resize(width, height);
    request(false);
  }

  const fitAll = () => camera.fit(whole);
  const fitPair = (pair, t) => {
    const two = [data.bodies[pair.bodyA], data.bodies[pair.bodyB]];
    camera.fit(pointsAtTime(two, t));
  };
  const fitContact = (contact) => {
    const two = [data.bodies[contact.pair.bodyA], data.bodies[contact.pair.bodyB]];
    camera.fit(cubeAbout(contact.point, Math.min(0.8 * smallest(two), reach)));
  };

  function faceContact({ pair, normal }) {
    const [a, b] = [pair.bodyA, pair.bodyB].map((index) => smallest([data.bodies[index]]));
    camera.eye.up = store.get().up;
    camera.face(normal.map((x) => (a < b ? -x : x)));
  }

  listenToPointers(canvas, camera, (event) => store.set({ vertex: pick(event, canvas, camera.camera, bodies) }));
  new ResizeObserver(resize).observe(canvas.parentElement);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colours = theme();
    request(false);
  });
  store.listen((state, keys) => request(keys.has("time")));
  resize();
  return { draw, request, camera, fitAll, fitPair, fitContact, faceContact, reach, bodies, smallest, seen: (index) => bodies.seen(index, camera.eye) };
}
