// Fewer triangles for a large mesh while things move: vertices in one cell of a grid count as one.

const LARGE = 60000; // triangles
const CELLS = 96;    // along each side

export function coarse(mesh, frame) {
  const { corners, vertices } = mesh;
  if (corners.length / 3 < LARGE) return null;
  const cells = new Map();
  const first = new Uint32Array(vertices.length / 3);
  for (let i = 0; i < first.length; ++i) {
    let key = 0;
    for (let k = 0; k < 3; ++k) {
      const u = (vertices[3 * i + k] - frame.middle[k]) / frame.reach;
      key = key * (CELLS + 1) + Math.floor((u * 0.5 + 0.5) * CELLS);
    }
    if (!cells.has(key)) cells.set(key, i);
    first[i] = cells.get(key);
  }
  const kept = [];
  for (let i = 0; i < corners.length; i += 3) {
    const a = first[corners[i]], b = first[corners[i + 1]], c = first[corners[i + 2]];
    if (a !== b && b !== c && c !== a) kept.push(a, b, c);
  }
  return Uint32Array.from(kept);
}
