// Contacts as points with their normals, and the features that touch.
import {
  BufferAttribute, BufferGeometry, CanvasTexture, DoubleSide, Group, Mesh, MeshBasicMaterial, Points, PointsMaterial,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { vertexAt } from "../motion.js";
import { setMatrix } from "./bodies.js";
import { clearParts } from "./geometry.js";

const NORMAL = 0.07;    // length of a normal, by the distance to the target
const NEAR = 0.004;     // contacts within this time of the play head are lit
const MOST_LIT = 64;
const FEW = 40;         // more contacts have smaller points, and normals only where they are lit

function disc() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#fff";
  pen.beginPath();
  pen.arc(32, 32, 28, 0, 2 * Math.PI);
  pen.fill();
  return new CanvasTexture(canvas);
}

function makePoints(size, opacity) {
  const material = new PointsMaterial({
    size, sizeAttenuation: false, map: disc(), alphaTest: 0.5, transparent: true, opacity, depthTest: false, depthWrite: false,
  });
  const points = new Points(new BufferGeometry(), material);
  points.frustumCulled = false;
  points.renderOrder = 5;
  return points;
}

// Lines of a width in pixels.
function makeLines(width) {
  const lines = new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ linewidth: width, depthTest: false, transparent: true }));
  lines.frustumCulled = false;
  lines.renderOrder = 5;
  return lines;
}

function setLines(lines, numbers) {
  lines.visible = numbers.length > 0;
  if (!lines.visible) return;
  lines.geometry.dispose();
  lines.geometry = new LineSegmentsGeometry().setPositions(numbers);
}

function setPositions(object, numbers) {
  object.geometry.dispose();
  object.geometry = new BufferGeometry();
  object.geometry.setAttribute("position", new BufferAttribute(Float32Array.from(numbers), 3));
  object.visible = numbers.length > 0;
}

const seenFrom = (point, eye) => point.map((x, k) => (x - eye.target[k]) / eye.distance);

function normalsOf(contacts, eye) {
  return contacts.filter((c) => c.point && c.normal).flatMap((c) => {
    const from = seenFrom(c.point, eye);
    return [...from, ...from.map((x, k) => x + NORMAL * c.normal[k])];
  });
}

// Contacts that the play head is at, the chosen one first.
export function litContacts(data, state) {
  const near = data.contacts.filter((c) => c.point && c !== state.contact &&
    (c.sustained ? c.time <= state.time && state.time <= c.until : Math.abs(c.time - state.time) < NEAR) &&
    (state.pair === null || c.pair.index === state.pair));
  const chosen = state.contact && Math.abs(state.contact.time - state.time) < NEAR ? [state.contact] : [];
  return [...chosen, ...near].slice(0, MOST_LIT);
}

export function createMarks(data, root, bodies) {
  const all = makePoints(7, 0.55), now = makePoints(14, 1);
  const normals = makeLines(2), edges = makeLines(4);
  const lit = new Group();
  root.add(all, now, edges, normals, lit);
  let litKey = "";

  function clearLit() {
    lit.children.forEach(clearParts);
    lit.clear();
  }

  // A feature of a body, in the frame of its mesh.
  function makePart(index, feature, colour) {
    const { body, geometry } = bodies.objects[index];
    const part = new Group();
    part.matrixAutoUpdate = false;
    part.userData = { index };
    const shared = new BufferGeometry();
    shared.setAttribute("position", geometry.position);
    const [kind, which] = Object.entries(feature)[0];
    let object;
    if (kind === "face" && body.mesh.faceOf.length > 0) {
      const corners = [];
      body.mesh.faceOf.forEach((face, i) => {
        if (face === which) corners.push(...body.mesh.corners.subarray(3 * i, 3 * i + 3));
      });
      shared.setIndex(corners);
      object = new Mesh(shared, new MeshBasicMaterial({
        color: colour, side: DoubleSide, transparent: true, opacity: 0.5, depthWrite: false, polygonOffset: true,
        polygonOffsetFactor: -1, polygonOffsetUnits: -1, forceSinglePass: true,
      }));
    } else if (kind === "vertex" && geometry.position.count > which) {
      shared.setIndex([which]);
      object = new Points(shared, new PointsMaterial({ color: colour, size: 9, sizeAttenuation: false, depthTest: false }));
    } else {
      return;
    }
    object.frustumCulled = false;
    object.renderOrder = 4;
    part.add(object);
    lit.add(part);
  }

  function makeLit(contacts, colour) {
    clearLit();
    for (const c of contacts) {
      if (c.a) makePart(c.pair.bodyA, c.a, colour);
      if (c.b) makePart(c.pair.bodyB, c.b, colour);
    }
  }

  // Ends of the edges that touch.
  function edgesOf(contacts, state, eye) {
    const touching = contacts.flatMap((c) => [[c.pair.bodyA, c.a], [c.pair.bodyB, c.b]])
      .filter(([index, f]) => f?.edge && data.bodies[index].shape === "mesh" && !state.hidden.has(index));
    return touching.flatMap(([index, f]) => f.edge.flatMap((v) => seenFrom(vertexAt(data.bodies[index], v, state.time), eye)));
  }

  function update(state, eye, theme) {
    const chosen = litContacts(data, state);
    const shown = state.contactsShown ? data.contacts.filter((c) => c.point && (state.pair === null || c.pair.index === state.pair)) : [];
    setPositions(all, shown.flatMap((c) => seenFrom(c.point, eye)));
    setPositions(now, chosen.flatMap((c) => seenFrom(c.point, eye)));
    setLines(edges, edgesOf(chosen, state, eye));
    setLines(normals, normalsOf(shown.length > FEW || !state.normals ? chosen : shown, eye));
    all.material.size = shown.length > FEW ? 4 : 7;
    all.material.color.set(theme.contact);
    now.material.color.set(theme.contact);
    normals.material.color.set(theme.contact);
    edges.material.color.set(theme.lit);
    const key = chosen.map((c) => c.index).join() + theme.lit;
    if (key !== litKey) makeLit(chosen, theme.lit);
    litKey = key;
    for (const part of lit.children) {
      const { pose, geometry } = bodies.objects[part.userData.index];
      part.visible = !state.hidden.has(part.userData.index);
      setMatrix(part, pose, geometry.frame, eye);
    }
    return chosen;
  }

  return { update };
}
