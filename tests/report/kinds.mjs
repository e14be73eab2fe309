// Scenes for the page alone: every kind of motion with its awkward cases, and names that are markup.

const box = { box: [0.5, 0.25, 1] };
const half = Math.PI / 2;

const MOTIONS = {
  static: { kind: "static", pose: { position: [1, 2, 3], quaternion: [2, 0, 0, 0.5] } },
  translation: { kind: "translation", pose: { quaternion: [1, 1, 0, 0] }, by: [1, -2, 3] },
  rotation: { kind: "rotation", pose: { position: [0, 1, 0] }, point: [1, 0, 0], axis: [0, 3, 4], angle: 40.5 },
  "rotation by 0": { kind: "rotation", pose: { position: [0, 1, 0] }, point: [1, 0, 0], axis: [0, 3, 4], angle: 0 },
  screw: { kind: "screw", pose: { quaternion: [1, 2, 3, 4] }, point: [1, 1, 0], axis: [0, 0, -1], angle: -7, advance: 2.5 },
  "screw between": { kind: "between", start: { position: [1, 0, 0] }, end: { position: [0, 3, 1], quaternion: [1, 0, 1, 0.5] }, path: "screw" },
  "slerp between": { kind: "between", start: { quaternion: [-1, 0.1, 0, 0] }, end: { position: [0, 3, 1], quaternion: [1, 0, 1, 0.5] }, path: "slerp" },
  "nlerp between": { kind: "between", start: {}, end: { position: [0, 3, 1], quaternion: [0.1, 0, 1, 0.5] }, path: "nlerp" },
  "half a turn": { kind: "between", start: {}, end: { position: [1, 0, 0], quaternion: [0, 0, 0, -1] }, path: "screw" },
  "half a turn back": { kind: "between", start: {}, end: { position: [1, 0, 0], quaternion: [0, -0.6, 0.8, 0] }, path: "slerp" },
  "no turn": { kind: "between", start: { quaternion: [1, 1, 0, 0] }, end: { position: [1, 0, 0], quaternion: [-1, -1, 0, 0] }, path: "screw" },
  spin: { kind: "spin", pose: { position: [3, 0, 0], quaternion: [1, 0, 2, 0] }, center: [0.5, 0.1, 0], by: [0, 1, 1], axis: [1, 1, 1], angle: 9 },
  keyframes: { kind: "keyframes", path: "screw", keys: [
    { t: 0.1, position: [0, 0, 1] }, { t: 0.4, position: [2, 0, 1], quaternion: [1, 1, 0, 0] }, { t: 0.8, position: [2, 2, 1], quaternion: [0, 1, 0, 1] }] },
  "keyframes by nlerp": { kind: "keyframes", path: "nlerp", keys: [{ t: 0 }, { t: 1 / 3, quaternion: [0, 1, 0, 0] }, { t: 1, position: [5, 0, 0] }] },
  moves: { kind: "moves", pose: { position: [0, 0, 2] }, moves: [
    { translate: [4, 0, 0], until: 0.2 }, { rotate: { point: [4, 0, 0], axis: [0, 0, 1], angle: half } }, { translate: [0, 4, 0] },
    { rotate: { point: [1, 2, 3], axis: [1, 1, 0], angle: -5 }, until: 0.9 }] },
  "moves to the end": { kind: "moves", moves: [{ translate: [1, 0, 0] }, { translate: [0, 1, 0] }, { translate: [0, 0, 1] }] },
  rational: { kind: "rational", pieces: [
    { until: 0.5, rotation: [[1, 0, 0, 0], [1, 0, 0, 1]], translation: [[0, 0, 0], [2, 0, 0], [2, 2, 0]] },
    { until: 1, rotation: [[1, 0, 0, 1]], translation: [[2, 2, 0], [8, 8, 0]], weights: [1, 2] }] },
  vertices: { kind: "vertices", pose: { position: [0, 0, 5], quaternion: [1, 0, 0, 1] },
    to: [[-1, -0.25, -1], [0.5, -0.5, -1], [-0.5, 0.25, -1], [0.5, 0.25, -2], [-0.5, 0, 1], [0.5, -0.25, 1], [-0.5, 0.25, 1], [3, 0.25, 1]] },
};

// Far apart, so that the answers do not matter.
export function kindsScene() {
  const bodies = Object.entries(MOTIONS).map(([name, motion]) => ({ name, mesh: box, motion }));
  const odd = { vertices: [[0, 0, 0], [2, 0, 0], [2, 1, 0], [1, 0.3, 0], [0, 1, 0], [5, 5, 5]], faces: [[0, 1, 2, 3, 4], [0], [1, 4]] };
  bodies.push({ name: "face, point, segment", mesh: odd, motion: MOTIONS.screw, scale: 0.5 });
  bodies.push({ name: "boxes", boxes: [{ half: [1, 2, 3] }, { half: [0, 1, 1], position: [1, 0, 0], quaternion: [1, 0, 1, 0] }], motion: MOTIONS.spin });
  return { toi: 1, bodies, only: [["static", "translation"]] };
}

// The same shapes far from the origin, or tiny: the picture is as good.
export function farScene(scale, position) {
  const motion = { kind: "spin", pose: { position }, center: [0, 0, 0], by: [0, 0, -3 * scale], axis: [1, 2, 3], angle: 2 };
  return { toi: 1, bodies: [
    { name: "moving", mesh: { box: [scale, scale, scale] }, motion },
    { name: "resting", mesh: { box: [scale, scale, scale] }, motion: { kind: "static", pose: { position: [position[0], position[1], position[2] - 6 * scale] } } }] };
}

export const HOSTILE = ["</script><script>window.hurt = 1</script>", "<img src=x onerror='window.hurt = 1'>", "<!--<script>", "\u2028\u2029",
  "a\"b\\c'd&amp;", "javascript:alert(1)", "\u202etxt.exe", "__proto__", "constructor", "x".repeat(400)];

export function hostileScene() {
  const bodies = HOSTILE.map((name, i) => ({
    name, mesh: { box: [1, 1, 1] }, motion: { kind: "translation", by: i % 2 ? [-3, 0, 0] : [0, 0, 1], pose: { position: [3 * i, 0, 0] } } }));
  return { toi: 1, bodies, extras: { "</script>": "<b>" } };
}

// A bent sheet of so many triangles that comes down on another one.
export function largeScene(side) {
  const vertices = [], faces = [];
  for (let i = 0; i <= side; ++i) {
    for (let k = 0; k <= side; ++k) vertices.push([i / side, k / side, 0.02 * Math.sin(9 * i / side) * Math.cos(7 * k / side)]);
  }
  for (let i = 0; i < side; ++i) {
    for (let k = 0; k < side; ++k) {
      const a = i * (side + 1) + k;
      faces.push([a, a + 1, a + side + 2], [a, a + side + 2, a + side + 1]);
    }
  }
  return { toi: 1, bodies: [
    { name: "sheet", mesh: { vertices, faces }, motion: { kind: "translation", by: [0, 0, -1], pose: { position: [0, 0, 1] } } },
    { name: "ball", mesh: { box: [0.1, 0.1, 0.1] }, motion: { kind: "static", pose: { position: [0.5, 0.5, 0.3] } } }] };
}
