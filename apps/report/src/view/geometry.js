// What the graphics card gets of a mesh: vertices about their middle, in units of their reach.
import { BufferAttribute, BufferGeometry, CylinderGeometry, EdgesGeometry, SphereGeometry } from "three";
import { coarse } from "./lod.js";

export function frameOf(vertices) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < vertices.length; ++i) {
    low[i % 3] = Math.min(low[i % 3], vertices[i]);
    high[i % 3] = Math.max(high[i % 3], vertices[i]);
  }
  const middle = low.map((x, k) => 0.5 * x + 0.5 * high[k]);
  const half = low.map((x, k) => 0.5 * high[k] - 0.5 * x);
  const reach = Math.hypot(...half);
  return { middle, half, reach: reach > 0 ? reach : 1 };
}

// Empties a group of meshes that share the positions of a body, which stay.
export function clearParts(group) {
  for (const part of group.children) {
    part.geometry.deleteAttribute("position");
    part.geometry.dispose();
    part.material.dispose();
  }
  group.clear();
}

export function fill(attribute, vertices, { middle, reach }) {
  const { array } = attribute;
  for (let i = 0; i < vertices.length; ++i) array[i] = (vertices[i] - middle[i % 3]) / reach;
  attribute.needsUpdate = true;
}

// `full` and `coarse` are two lists of triangles of the same vertices.
function polygons(mesh, frame) {
  const position = new BufferAttribute(new Float32Array(mesh.vertices.length), 3);
  fill(position, mesh.vertices, frame);
  const faces = new BufferGeometry();
  faces.setAttribute("position", position);
  const full = new BufferAttribute(mesh.corners, 1);
  const fewer = coarse(mesh, frame);
  faces.setIndex(full);
  const lines = new BufferGeometry();
  lines.setAttribute("position", position);
  lines.setIndex(new BufferAttribute(mesh.edges, 1));
  return { position, faces, lines, full, coarse: fewer ? new BufferAttribute(fewer, 1) : full };
}

function round(geometry) {
  const lines = new EdgesGeometry(geometry, 40);
  return { position: geometry.getAttribute("position"), faces: geometry, lines, full: geometry.index, coarse: geometry.index };
}

// Bodies of one mesh share it; of one that deforms each has its own.
const made = new Map();

export function geometryOf(body) {
  if (body.shape === "sphere") {
    return { frame: { middle: [0, 0, 0], half: [1, 1, 1].map(() => body.size[0]), reach: body.size[0] }, ...round(new SphereGeometry(1, 48, 24)) };
  }
  if (body.shape === "cylinder") {
    const [r, half] = body.size;
    const reach = Math.hypot(r, half);
    const geometry = new CylinderGeometry(r / reach, r / reach, (2 * half) / reach, 64).rotateX(Math.PI / 2);
    return { frame: { middle: [0, 0, 0], half: [r, r, half], reach }, ...round(geometry) };
  }
  if (!body.deforms && made.has(body.mesh)) return made.get(body.mesh);
  const frame = frameOf(body.deforms ? Float64Array.of(...bothEnds(body)) : body.mesh.vertices);
  const geometry = { frame, ...polygons(body.mesh, frame) };
  if (!body.deforms) made.set(body.mesh, geometry);
  return geometry;
}

// Corners of the boxes of start and end.
function bothEnds(body) {
  const out = [];
  for (const list of [body.mesh.vertices, body.motion.to]) {
    const { middle, half } = frameOf(list);
    out.push(...middle.map((x, k) => x - half[k]), ...middle.map((x, k) => x + half[k]));
  }
  return out;
}
