// The path that one vertex sweeps.
import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Points, PointsMaterial } from "three";
import { vertexAt } from "../motion.js";
import { frameOf } from "./geometry.js";
import { setMatrix } from "./bodies.js";

const STEPS = 512;
const STILL = { position: [0, 0, 0], quaternion: [1, 0, 0, 0] };

export function createTrail(data, root) {
  const line = new Line(new BufferGeometry(), new LineBasicMaterial({ depthTest: false }));
  const dot = new Points(new BufferGeometry(), new PointsMaterial({ size: 9, sizeAttenuation: false, depthTest: false }));
  for (const object of [line, dot]) {
    object.frustumCulled = false;
    object.renderOrder = 6;
    object.visible = false;
    root.add(object);
  }
  line.matrixAutoUpdate = false;
  let shown = null;
  let frame = null;

  function trace(body, vertex) {
    const path = [];
    for (let i = 0; i <= STEPS; ++i) path.push(...vertexAt(body, vertex, i / STEPS));
    frame = frameOf(path);
    const numbers = Float32Array.from(path, (x, i) => (x - frame.middle[i % 3]) / frame.reach);
    line.geometry.dispose();
    line.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(numbers, 3));
  }

  function update(state, eye, theme) {
    const picked = state.vertex;
    line.visible = dot.visible = picked !== null;
    if (picked === null) return;
    const body = data.bodies[picked.body];
    if (picked !== shown) trace(body, picked.vertex);
    shown = picked;
    setMatrix(line, STILL, frame, eye);
    const at = vertexAt(body, picked.vertex, state.time).map((x, k) => (x - eye.target[k]) / eye.distance);
    dot.geometry.setAttribute("position", new BufferAttribute(Float32Array.from(at), 3));
    line.material.color.set(theme.ink);
    dot.material.color.set(theme.ink);
  }

  return { update };
}
