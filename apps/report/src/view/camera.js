// Where one looks from. All lengths on the graphics card are in units of the distance from camera to target, and
// places are relative to the target: so single precision is enough wherever a scene is and however large.
import { PerspectiveCamera, Vector3 } from "three";
import { add, dot, scale } from "../vectors.js";

const FIELD = 32;    // degrees, of the shorter side
const FILLED = 0.88; // of the picture, at most
const YAW = -0.9, PITCH = 0.42, ASLANT = 0.9;
const LEVEL = 0.35;  // horizontal part of a normal from which on it tells from where to look
const UPS = { x: [1, 2, 0], y: [2, 0, 1], z: [0, 1, 2] }; // axes that are right, deep and up

export function createCamera(canvas, changed) {
  const camera = new PerspectiveCamera(FIELD, 1, 0.02, 100);
  const eye = { target: [0, 0, 0], distance: 1, yaw: YAW, pitch: PITCH, up: "z", reach: 1 };

  // From the target to the camera, of unit length.
  function toCamera() {
    const axes = UPS[eye.up];
    const out = [0, 0, 0];
    out[axes[0]] = Math.cos(eye.pitch) * Math.cos(eye.yaw);
    out[axes[1]] = Math.cos(eye.pitch) * Math.sin(eye.yaw);
    out[axes[2]] = Math.sin(eye.pitch);
    return out;
  }

  function update() {
    const axes = UPS[eye.up];
    const up = [0, 0, 0];
    up[axes[2]] = 1;
    camera.position.set(...toCamera());
    camera.up.set(...up);
    camera.lookAt(0, 0, 0);
    camera.far = Math.max(20, (4 * eye.reach) / eye.distance);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  // So that all points are seen, from the present direction: the tightest distance, about the middle of what is seen.
  function fit(points) {
    update();
    const column = (k) => new Vector3().setFromMatrixColumn(camera.matrixWorld, k).toArray();
    const axes = [column(0), column(1), column(2)];
    const half = Math.tan((camera.fov * Math.PI) / 360) * FILLED;
    const tangent = [half * camera.aspect, half];
    const places = points.map((p) => axes.map((axis) => dot(axis, p)));
    const span = axes.map((axis, k) => {
      const list = places.map((p) => p[k]);
      return [Math.min(...list), Math.max(...list)];
    });
    const middle = span.map(([low, high]) => 0.5 * low + 0.5 * high);
    const needed = (p) => p[2] - middle[2] + Math.max(Math.abs(p[0] - middle[0]) / tangent[0], Math.abs(p[1] - middle[1]) / tangent[1]);
    const least = Math.max(...span.map(([low, high]) => high - low));
    eye.target = add(add(scale(middle[0], axes[0]), scale(middle[1], axes[1])), scale(middle[2], axes[2]));
    eye.distance = Math.max(...places.map(needed), least, Number.MIN_VALUE);
    changed();
  }

  // Looks at where bodies touch from the side on which the smaller one is, `out` pointing to it from the larger one:
  // aslant, so that both are seen.
  function face(out) {
    const [right, deep, up] = UPS[eye.up].map((k) => out[k]);
    if (Math.hypot(right, deep) > LEVEL) {
      const straight = Math.atan2(deep, right);
      const off = (yaw) => Math.abs(Math.atan2(Math.sin(yaw - YAW), Math.cos(yaw - YAW)));
      eye.yaw = [straight + ASLANT, straight - ASLANT].sort((a, b) => off(a) - off(b))[0];
    } else if (up < 0) {
      eye.pitch = -PITCH;
    }
    changed();
  }

  function resize(width, height) {
    camera.aspect = width / height;
    const half = ((FIELD / 2) * Math.PI) / 180;
    const tall = camera.aspect < 1 ? Math.atan(Math.tan(half) / camera.aspect) : half;
    camera.fov = (2 * tall * 180) / Math.PI;
    update();
  }

  function turn(dx, dy) {
    eye.yaw -= dx * 0.008;
    eye.pitch = Math.min(Math.max(eye.pitch + dy * 0.008, -1.55), 1.55);
    changed();
  }

  function pan(dx, dy) {
    const perPixel = (2 * eye.distance * Math.tan((camera.fov * Math.PI) / 360)) / canvas.clientHeight;
    const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0).toArray();
    const upward = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1).toArray();
    eye.target = add(eye.target, add(scale(-dx * perPixel, right), scale(dy * perPixel, upward)));
    changed();
  }

  function zoom(factor) {
    eye.distance *= factor;
    changed();
  }

  return { camera, eye, update, fit, face, resize, turn, pan, zoom };
}

// Mouse, touch and pen: one turns, two (or with shift or the right button) pan and zoom.
export function listenToPointers(canvas, moves, picked) {
  const pointers = new Map();
  let travelled = 0;
  const middle = () => {
    const [a, b] = [...pointers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, span: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = pointers.size > 1 ? Infinity : 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const old = pointers.size === 2 ? middle() : null;
    const now = { x: event.clientX, y: event.clientY };
    const dx = now.x - before.x, dy = now.y - before.y;
    travelled += Math.abs(dx) + Math.abs(dy);
    pointers.set(event.pointerId, now);
    if (old) {
      const fresh = middle();
      moves.pan(fresh.x - old.x, fresh.y - old.y);
      if (fresh.span > 0) moves.zoom(old.span / fresh.span);
    } else if (event.shiftKey || event.buttons & 6) {
      moves.pan(dx, dy);
    } else {
      moves.turn(dx, dy);
    }
  });
  const release = (event) => {
    const tap = pointers.delete(event.pointerId) && travelled < 5 && event.type === "pointerup";
    if (tap) picked(event);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    moves.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.002));
  }, { passive: false });
}
