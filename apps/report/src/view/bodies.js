// The bodies at a time, and their ghosts at the start and the end.
import { DoubleSide, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshLambertMaterial, NoBlending, NormalBlending } from "three";
import { fill, geometryOf } from "./geometry.js";
import { shapeAt } from "../motion.js";
import { matrix, place, rotate } from "../vectors.js";
import { bodyColour } from "./colours.js";

const EDGES_SHOWN = 60000; // triangles of a body whose edges are drawn too

// The matrix that takes what is on the card to where it is seen from the target of the camera.
export function setMatrix(object, pose, frame, eye) {
  const m = matrix(pose.quaternion);
  const at = place(m, pose.position, frame.middle).map((x, k) => (x - eye.target[k]) / eye.distance);
  const s = frame.reach / eye.distance;
  object.matrix.set(
    s * m[0], s * m[1], s * m[2], at[0],
    s * m[3], s * m[4], s * m[5], at[1],
    s * m[6], s * m[7], s * m[8], at[2],
    0, 0, 0, 1,
  );
  object.matrixWorldNeedsUpdate = true;
}

// Bodies without blending, and ghosts in one pass: so they share one program on the card.
function makeFaces(geometry, colour, ghost) {
  const material = new MeshLambertMaterial({
    color: colour, flatShading: true, side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
    transparent: ghost, opacity: ghost ? 0.18 : 1, depthWrite: !ghost,
    blending: ghost ? NormalBlending : NoBlending, forceSinglePass: true,
  });
  return new Mesh(geometry.faces, material);
}

function makeLines(geometry, colour) {
  const material = new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.4 });
  return new LineSegments(geometry.lines, material);
}

function makeObject(body, colour, ghost) {
  const geometry = geometryOf(body);
  const group = new Group();
  group.matrixAutoUpdate = false;
  const faces = makeFaces(geometry, colour, ghost);
  group.add(faces);
  const lines = geometry.full && geometry.full.count / 3 <= EDGES_SHOWN ? makeLines(geometry, ghost ? colour : "#000000") : null;
  if (lines) group.add(lines);
  for (const object of group.children) object.frustumCulled = false;
  faces.renderOrder = ghost ? 2 : 0;
  return { body, geometry, group, faces, lines, colour, ghost };
}

export function createBodies(data, root) {
  const count = { true: 0, false: 0 };
  const objects = data.bodies.map((body) => {
    const colour = bodyColour(body, count[body.moves]++);
    const object = makeObject(body, colour, false);
    object.faces.userData.body = body;
    root.add(object.group);
    return object;
  });
  let ghosts = [];

  function makeGhosts() {
    for (const { body, colour } of objects.filter((o) => o.body.moves)) {
      for (const t of [0, 1]) {
        const ghost = { ...makeObject(body, colour, true), t };
        ghosts.push(ghost);
        root.add(ghost.group);
        if (body.deforms) fill(ghost.geometry.position, shapeAt(body, t), ghost.geometry.frame);
      }
    }
  }

  function update(state, eye, timeChanged) {
    for (const object of objects) {
      object.group.visible = !state.hidden.has(object.body.index);
      if (timeChanged && object.body.deforms) {
        fill(object.geometry.position, shapeAt(object.body, state.time), object.geometry.frame);
        object.faces.geometry.boundsTree = undefined;
      }
      object.pose = object.body.pose(state.time);
      setMatrix(object.group, object.pose, object.geometry.frame, eye);
    }
    if (state.ghosts && ghosts.length === 0) makeGhosts();
    for (const ghost of ghosts) {
      ghost.group.visible = state.ghosts && !state.hidden.has(ghost.body.index);
      setMatrix(ghost.group, ghost.body.pose(ghost.t), ghost.geometry.frame, eye);
    }
  }

  function style(state, fast, theme) {
    for (const object of objects) {
      object.faces.material.wireframe = state.wireframe;
      object.faces.geometry.setIndex(fast ? object.geometry.coarse : object.geometry.full);
      if (object.lines) {
        object.lines.visible = state.edges && !state.wireframe && object.geometry.full.count > 0;
        object.lines.material.color.set(theme.edge);
      }
      if (object.geometry.full.count === 0 && object.lines) object.lines.visible = true; // points and segments
    }
  }

  // Back from what is on the card to world space: what is seen, in single precision.
  function seen(index, eye) {
    const { geometry, group } = objects[index];
    const e = new Matrix4().copy(group.matrix).elements;
    const m = [e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10]];
    const out = [];
    for (let i = 0; i < geometry.position.count; ++i) {
      const v = [geometry.position.getX(i), geometry.position.getY(i), geometry.position.getZ(i)];
      const at = rotate(m, v);
      out.push(...at.map((x, k) => (x + e[12 + k]) * eye.distance + eye.target[k]));
    }
    return out;
  }

  return { objects, update, style, seen };
}
