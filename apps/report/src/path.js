// One smooth piece of a motion over u from 0 to 1, as docs/motions.md has it:
//     x(u) = position + R0 v + S b + C2 (turn x b) + u drift,   b = turn x (R0 v) + orbit
import { add, conjugate, cross, dot, length, madd, matrix, multiply, negate, normalize, rotate, scale, sub, unit } from "./vectors.js";

const ZERO = [0, 0, 0];

const rest = (pose) => ({ start: pose, turn: ZERO, orbit: ZERO, drift: ZERO, linear: false });

export const unitPose = (pose) => ({ position: pose.position, quaternion: normalize(pose.quaternion) });

// At half a turn both senses are as short: the first coordinate that is not small is positive.
function pointsBack(a) {
  const least = 0.5 * Math.max(...a.map(Math.abs));
  const chosen = Math.abs(a[0]) >= least ? a[0] : Math.abs(a[1]) >= least ? a[1] : a[2];
  return chosen < 0;
}

// The shortest rotation from q0 to q1, both unit.
function arcBetween(q0, q1) {
  let w = q1[0] * q0[0] + q1[1] * q0[1] + q1[2] * q0[2] + q1[3] * q0[3];
  if (w < 0) {
    q1 = negate(q1);
    w = -w;
  }
  const product = multiply(q1.map((x, i) => x - q0[i]), conjugate(q0));
  let sine = product.slice(1);
  const size = length(sine);
  if (!(size >= 2 ** -400)) return { axis: ZERO, angle: 0, halfCot: 1 };
  if (w === 0 && pointsBack(sine)) sine = scale(-1, sine);
  const half = Math.atan2(size, w);
  return { axis: sine.map((x) => x / size), angle: 2 * half, halfCot: half * (w / size) };
}

export function pathBetween(start, end, kind) {
  const path = rest(unitPose(start));
  const arc = arcBetween(path.start.quaternion, normalize(end.quaternion));
  const d = sub(end.position, start.position);
  path.drift = d;
  if (!(arc.angle > 0)) return path;
  path.turn = scale(arc.angle, arc.axis);
  path.linear = kind === "nlerp";
  if (kind === "screw") {
    const along = scale(dot(d, arc.axis), arc.axis);
    const across = sub(d, along);
    path.drift = along;
    path.orbit = sub(scale(arc.halfCot, across), scale(0.5, cross(path.turn, across)));
  }
  return path;
}

const turnOf = (motion) => (motion.angle === 0 ? ZERO : scale(motion.angle, unit(motion.axis)));

export function pathOf(motion) {
  if (motion.kind === "between") return pathBetween(motion.pose, motion.end, motion.path);
  const path = rest(unitPose(motion.pose));
  if (motion.kind === "translation") path.drift = motion.by;
  if (motion.kind === "rotation" || motion.kind === "screw") {
    path.turn = turnOf(motion);
    if (motion.angle !== 0) path.orbit = cross(path.turn, sub(motion.pose.position, motion.point));
    path.drift = motion.advance ? scale(motion.advance, unit(motion.axis)) : ZERO;
  }
  if (motion.kind === "spin") {
    path.turn = turnOf(motion);
    path.drift = motion.by;
    if (motion.angle !== 0) {
      path.orbit = cross(rotate(matrix(path.start.quaternion), motion.point), path.turn);
    }
  }
  return path;
}

// Cosine and sine of half the angle turned.
function halfTurn(path, rate, u) {
  if (!path.linear) return [Math.cos(0.5 * (rate * u)), Math.sin(0.5 * (rate * u))];
  const y = u * Math.sin(0.5 * rate);
  const x = 1 - u + u * Math.cos(0.5 * rate);
  const size = Math.sqrt(x * x + y * y);
  return [x / size, y / size];
}

export function poseOn(path, u) {
  if (u === 0) return path.start;
  const rate = length(path.turn);
  let { position, quaternion } = path.start;
  if (rate > 0) {
    const [cosine, sine] = halfTurn(path, rate, u);
    const k = sine / rate;
    const kw = scale(k, path.turn);
    const orbit = scale(k, path.orbit);
    position = madd(position, 2, add(scale(cosine, orbit), cross(kw, orbit)));
    quaternion = normalize(multiply([cosine, ...scale(sine, unit(path.turn))], quaternion));
  }
  return { position: madd(position, u, path.drift), quaternion };
}
