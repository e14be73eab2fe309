// The scene as a file that needs no other: what it names as mesh files stands in it.

const rows = (numbers) => Array.from({ length: numbers.length / 3 }, (_, i) => [...numbers.subarray(3 * i, 3 * i + 3)]);

const namesFile = ({ mesh, motion }) => typeof mesh === "string" || typeof motion?.to === "string";

// Meshes and ends of vertices are those that the tool read, which are scaled already.
function embed({ scale, ...body }, { mesh, motion }) {
  const whole = { ...body, mesh: { vertices: rows(mesh.vertices), faces: mesh.faces } };
  return motion.to ? { ...whole, motion: { ...body.motion, to: rows(motion.to) } } : whole;
}

export function wholeScene(data) {
  const scene = JSON.parse(data.source);
  if (!scene.bodies.some(namesFile)) return data.source;
  const bodies = scene.bodies.map((body, i) => (namesFile(body) ? embed(body, data.bodies[i]) : body));
  return JSON.stringify({ ...scene, bodies });
}
