// Points around what is to be seen.
import { geometryOf } from "./geometry.js";
import { matrix, place } from "../vectors.js";

const STEPS = 24;

// Corners of the box of a body at a time.
function corners(body, t) {
  const { frame } = geometryOf(body);
  const { position, quaternion } = body.pose(t);
  const m = matrix(quaternion);
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    place(m, position, frame.middle.map((x, k) => x + (i & (1 << k) ? 1 : -1) * frame.half[k])));
}

// Bodies that are many times larger than all that moves, such as a floor, do not count.
function relevant(bodies) {
  const moving = bodies.filter((b) => b.moves);
  const most = Math.max(...moving.map((b) => geometryOf(b).frame.reach));
  return moving.length === 0 ? bodies : bodies.filter((b) => b.moves || geometryOf(b).frame.reach < 12 * most);
}

// The whole motion.
export function wholePoints(bodies) {
  return relevant(bodies).flatMap((body) =>
    Array.from({ length: body.moves ? STEPS + 1 : 1 }, (_, i) => corners(body, i / STEPS)).flat());
}

// Some bodies at one time.
export const pointsAtTime = (bodies, t) => bodies.flatMap((body) => corners(body, t));

// Corners of a cube about a point.
export const cubeAbout = (point, half) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((i) => point.map((x, k) => x + (i & (1 << k) ? half : -half)));

export function reachOf(points) {
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((k) => points.reduce((x, p) => pick(x, p[k]), points[0][k])));
  return 0.5 * Math.hypot(...high.map((x, k) => x - low[k]));
}

export const smallest = (bodies) => Math.min(...bodies.map((body) => geometryOf(body).frame.reach));
