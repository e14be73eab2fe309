// Reads what the tool wrote into the page. Nothing here or later changes it.
import { poseFunction } from "./motion.js";

const textOf = (name) => document.getElementById(`toi-${name}`).textContent;
const block = (name) => JSON.parse(textOf(name));

// The text of a block that is packed: base64 of deflate.
function unpack(name) {
  const letters = atob(textOf(name));
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

// Triangles of faces as the library cut them: three corners each, and the face each is of. Points and segments
// are kept apart.
function triangles(mesh) {
  const most = mesh.faces.length + mesh.cuts.length / 4;
  const corners = new Uint32Array(3 * most);
  const faces = new Uint32Array(most);
  let count = 0;
  const put = (a, b, c, face) => {
    corners[3 * count] = a;
    corners[3 * count + 1] = b;
    corners[3 * count + 2] = c;
    faces[count++] = face;
  };
  mesh.faces.forEach((face, index) => { if (face.length === 3) put(face[0], face[1], face[2], index); });
  for (let i = 0; i < mesh.cuts.length; i += 4) put(mesh.cuts[i + 1], mesh.cuts[i + 2], mesh.cuts[i + 3], mesh.cuts[i]);
  return { corners: corners.slice(0, 3 * count), faces: faces.slice(0, count) };
}

// The sides of faces, each once.
function edges(mesh) {
  const count = mesh.vertices.length / 3;
  const seen = new Set();
  const list = [];
  for (const face of mesh.faces) {
    for (let i = 0; i < face.length && face.length > 1; ++i) {
      const a = face[i], b = face[(i + 1) % face.length];
      const key = Math.min(a, b) * count + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      list.push(a, b);
    }
  }
  return Uint32Array.from(list);
}

const MOST_EDGES_OF_FACES = 60000; // more are not drawn

function readMesh(mesh) {
  const { corners, faces } = triangles(mesh);
  return {
    vertices: Float64Array.from(mesh.vertices),
    faces: mesh.faces,
    corners,
    faceOf: faces,
    edges: mesh.faces.length <= MOST_EDGES_OF_FACES ? edges(mesh) : new Uint32Array(0),
  };
}

function readBodies(scene) {
  const meshes = scene.meshes.map(readMesh);
  return scene.bodies.map((body, index) => {
    const motion = body.motion.to ? { ...body.motion, to: Float64Array.from(body.motion.to) } : body.motion;
    return {
      index,
      name: body.name,
      shape: body.shape,
      size: body.size,
      mesh: meshes[body.mesh],
      motion,
      pose: poseFunction(motion),
      moves: motion.kind !== "static",
      deforms: motion.kind === "vertices",
    };
  });
}

// Pairs with bodies by index.
const readPairs = (result, byName) =>
  result.pairs.map((pair, index) => ({ ...pair, index, bodyA: byName.get(pair.a), bodyB: byName.get(pair.b) }));

// Samples [t, gap, error] by the index of their pair.
function readCurves(gaps, pairs, byName) {
  const key = (a, b) => `${byName.get(a)} ${byName.get(b)}`;
  const byKey = new Map(pairs.map((pair) => [key(pair.a, pair.b), pair.index]));
  return new Map(gaps.map((curve) => [byKey.get(key(curve.a, curve.b)), curve.samples]));
}

export async function readData() {
  const [sceneText, screens, overlaps, source] = await Promise.all(["scene", "screens", "overlaps", "source"].map(unpack));
  const scene = JSON.parse(sceneText);
  const result = block("result");
  const facts = block("facts");
  const bodies = readBodies(scene);
  const byName = new Map(bodies.map((body) => [body.name, body.index]));
  const pairs = readPairs(result, byName);
  const contacts = pairs.flatMap((pair) => pair.contacts.map((contact) => ({ ...contact, pair })));
  contacts.sort((x, y) => x.time - y.time || x.pair.index - y.pair.index);
  contacts.forEach((contact, index) => { contact.index = index; });
  return {
    indexOf: byName,
    overlaps: JSON.parse(overlaps), // what toi overlap prints, at even times
    screens: JSON.parse(screens), // of pairs, as toi screen draws them
    name: scene.name,
    bodies,
    pairs,
    contacts,
    curves: readCurves(block("gaps"), pairs, byName),
    result,
    facts,
    source, // text of the scene file
    scene,
  };
}
