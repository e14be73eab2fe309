// Where a motion takes its body at a time: the exact motions of docs/motions.md, evaluated in doubles.
import { pathBetween, pathOf, poseOn, unitPose } from "./path.js";
import { matrix, normalize } from "./vectors.js";

function last(list, t, key) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][key] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyframes({ keys, path }) {
  const pieces = keys.slice(1).map((key, i) => pathBetween(keys[i], key, path));
  return (t) => {
    const next = last(keys, t, "t");
    if (next === 0) return unitPose(keys[0]);
    const key = keys[next - 1];
    if (next === keys.length || t === key.t) return unitPose(key);
    return poseOn(pieces[next - 1], (t - key.t) / (keys[next].t - key.t));
  };
}

// When the moves end: those without `until` share the time up to the next given one equally.
function moveEnds(moves) {
  const ends = [];
  for (let first = 0, from = 0; first < moves.length; first = ends.length) {
    let final = first;
    while (moves[final].until === undefined && final + 1 < moves.length) ++final;
    const to = moves[final].until ?? 1;
    const all = final - first + 1;
    for (let done = 1; done < all; ++done) ends.push(from + (to - from) * (done / all));
    ends.push(to);
    from = to;
  }
  return ends;
}

// Each move starts at the pose, in doubles, that the one before reached.
function moves(motion) {
  const ends = moveEnds(motion.moves);
  let pose = unitPose(motion.pose);
  let t0 = 0;
  const walk = motion.moves.map((move, i) => {
    const alone = move.rotate
      ? { kind: "rotation", pose, ...move.rotate }
      : { kind: "translation", pose, by: move.translate };
    const piece = { t0, t1: ends[i], path: pathOf(alone) };
    pose = poseOn(piece.path, 1);
    t0 = ends[i];
    return piece;
  });
  return (t) => {
    const index = last(walk, t, "t1");
    if (index === walk.length) return pose;
    const { t0: from, t1: to, path } = walk[index];
    return poseOn(path, (t - from) / (to - from));
  };
}

// De Casteljau on rows of numbers.
function bernstein(rows, s) {
  const c = rows.map((row) => [...row]);
  for (let n = c.length - 1; n > 0; --n) {
    for (let i = 0; i < n; ++i) c[i] = c[i].map((x, k) => (1 - s) * x + s * c[i + 1][k]);
  }
  return c[0];
}

function rational({ pieces }) {
  return (t) => {
    const index = Math.min(last(pieces, t, "until"), pieces.length - 1);
    const from = index > 0 ? pieces[index - 1].until : 0;
    const piece = pieces[index];
    const s = Math.min((t - from) / (piece.until - from), 1);
    const ways = piece.translation.map((p, i) => [...p, piece.weights ? piece.weights[i] : 1]);
    const [x, y, z, w] = bernstein(ways, s);
    return { position: [x / w, y / w, z / w], quaternion: normalize(bernstein(piece.rotation, s)) };
  };
}

// A function from times to poses.
export function poseFunction(motion) {
  if (motion.kind === "keyframes") return keyframes(motion);
  if (motion.kind === "moves") return moves(motion);
  if (motion.kind === "rational") return rational(motion);
  const path = pathOf(motion);
  if (motion.kind === "static" || motion.kind === "vertices") return () => path.start;
  const end = motion.kind === "between" ? unitPose(motion.end) : null;
  return (t) => (end && t === 1 ? end : poseOn(path, t));
}

function between(v, w, t) {
  const x = (1 - t) * v + t * w;
  return Math.min(Math.max(x, Math.min(v, w)), Math.max(v, w));
}

// The vertices in the frame of the mesh at a time: their own, but for a body that deforms.
export function shapeAt(body, t) {
  const { vertices } = body.mesh;
  if (body.motion.kind !== "vertices" || t <= 0) return vertices;
  const { to } = body.motion;
  if (t >= 1) return to;
  return Float64Array.from(vertices, (v, i) => between(v, to[i], t));
}

// The vertices in world space, as `toi pose --vertices` has them.
export function verticesAt(body, t) {
  const shape = shapeAt(body, t);
  const { position, quaternion } = body.pose(t);
  const m = matrix(quaternion);
  const out = new Float64Array(shape.length);
  for (let i = 0; i < shape.length; i += 3) {
    const x = shape[i], y = shape[i + 1], z = shape[i + 2];
    for (let k = 0; k < 3; ++k) {
      out[i + k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z + position[k];
    }
  }
  return out;
}

// One vertex of them.
export function vertexAt(body, index, t) {
  const v = body.motion.kind === "vertices" && t > 0
    ? [0, 1, 2].map((k) => {
        const from = body.mesh.vertices[3 * index + k], to = body.motion.to[3 * index + k];
        return t >= 1 ? to : between(from, to, t);
      })
    : [0, 1, 2].map((k) => body.mesh.vertices[3 * index + k]);
  const { position, quaternion } = body.pose(t);
  const m = matrix(quaternion);
  return [0, 1, 2].map((k) => m[3 * k] * v[0] + m[3 * k + 1] * v[1] + m[3 * k + 2] * v[2] + position[k]);
}
