// The faces that meet, as `toi overlap` found them at the time that is nearest to the play head.
import { BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import { setMatrix } from "./bodies.js";
import { clearParts } from "./geometry.js";

// What was found nearest to a time; null where nothing was asked.
export function meetingAt(data, time) {
  const { overlaps } = data;
  return overlaps.length > 0 ? overlaps[Math.round(time * (overlaps.length - 1))] : null;
}

export const meetingPairs = (meeting, pair) =>
  meeting.pairs.filter((found) => pair === null || (found.a === pair.a && found.b === pair.b));

// Faces that meet, by body.
function facesByBody(data, pairs) {
  const byBody = new Map();
  const note = (name, face) => {
    const index = data.indexOf.get(name);
    if (!byBody.has(index)) byBody.set(index, new Set());
    byBody.get(index).add(face);
  };
  for (const { a, b, faces } of pairs) {
    for (const [i, j] of faces) {
      note(a, i);
      note(b, j);
    }
  }
  return byBody;
}

export function createMeets(data, root, bodies) {
  const group = new Group();
  root.add(group);
  let shown = null;

  function add(index, faces, colour) {
    const { body, geometry } = bodies.objects[index];
    const corners = [];
    body.mesh.faceOf.forEach((face, i) => {
      if (faces.has(face)) corners.push(body.mesh.corners[3 * i], body.mesh.corners[3 * i + 1], body.mesh.corners[3 * i + 2]);
    });
    const part = new Mesh(new BufferGeometry().setAttribute("position", geometry.position).setIndex(corners), new MeshBasicMaterial({
      color: colour, side: DoubleSide, transparent: true, opacity: 0.6, depthWrite: false, polygonOffset: true,
      polygonOffsetFactor: -1, polygonOffsetUnits: -1, forceSinglePass: true }));
    part.matrixAutoUpdate = false;
    part.frustumCulled = false;
    part.renderOrder = 3;
    part.userData.index = index;
    group.add(part);
  }

  function update(state, eye, theme) {
    const meeting = state.meetsShown ? meetingAt(data, state.time) : null;
    const key = meeting ? `${meeting.time} ${state.pair} ${theme.meets}` : null;
    if (key !== shown) {
      clearParts(group);
      const pair = state.pair === null ? null : data.pairs[state.pair];
      const found = meeting ? facesByBody(data, meetingPairs(meeting, pair)) : new Map();
      for (const [index, faces] of found) add(index, faces, theme.meets);
    }
    shown = key;
    for (const part of group.children) {
      const { pose, geometry } = bodies.objects[part.userData.index];
      part.visible = !state.hidden.has(part.userData.index);
      setMatrix(part, pose, geometry.frame, eye);
    }
  }

  return { update };
}
