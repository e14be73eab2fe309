// Vectors [x, y, z] and quaternions [w, x, y, z] in doubles, by the formulas of the library.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s, a) => [s * a[0], s * a[1], s * a[2]];
export const madd = (a, s, b) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);

export function unit(a) {
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2])) || 1;
  const b = [a[0] / largest, a[1] / largest, a[2] / largest];
  const l = length(b) || 1;
  return [b[0] / l, b[1] / l, b[2] / l];
}

export function multiply(a, b) {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export const conjugate = (q) => [q[0], -q[1], -q[2], -q[3]];
export const negate = (q) => q.map((x) => -x);

// One whose squared norm is within 2^-50 of 1 stays as it is.
export function normalize(q) {
  const largest = Math.max(...q.map(Math.abs));
  const ordinary = largest > 1e-30 && largest < 1e30;
  const p = ordinary ? q : q.map((x) => x / largest);
  const norm2 = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3];
  if (Math.abs(norm2 - 1) <= 2 ** -50) return p;
  const s = Math.sqrt(norm2);
  return p.map((x) => x / s);
}

// The rows of the rotation matrix, in one list of nine.
export function matrix([w, x, y, z]) {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  ];
}

export function rotate(m, v) {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

// ((R_i0 x + R_i1 y) + R_i2 z) + p_i, which poses a vertex everywhere.
export const place = (m, p, v) => add(rotate(m, v), p);
