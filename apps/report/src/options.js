// What is drawn: a panel over the picture.
import GUI from "lil-gui";
import { tame } from "./format.js";

const MOST_BODIES = 300;

export function createOptions(data, store, view) {
  const state = store.get();
  const panel = new GUI({ container: document.getElementById("options"), title: "View", width: 216 });
  const fields = { ...state, whole: () => view.fitAll(), near: () => nearest() };
  const controllers = [];
  const nearest = () => {
    const { contact, pair, time } = store.get();
    if (contact?.point) view.fitContact(contact);
    else view.fitPair(data.pairs[pair ?? 0], time);
  };
  const tie = (key, name) => controllers.push(panel.add(fields, key).name(name).onChange((value) => store.set({ [key]: value })));
  panel.add(fields, "whole").name("See everything (F)");
  if (data.pairs.length > 0) panel.add(fields, "near").name("See contact or pair (C)");
  tie("ghosts", "Start and end (G)");
  tie("wireframe", "Wireframe (W)");
  tie("edges", "Edges");
  tie("contactsShown", "Contacts");
  tie("normals", "Normals");
  if (data.overlaps.length > 0) tie("meetsShown", "Faces that meet");
  controllers.push(panel.add(fields, "up", ["x", "y", "z"]).name("Up").onChange((up) => store.set({ up })));
  addPath(panel, data, store);
  addBodies(panel, data, store);
  panel.close();
  store.listen((now, keys) => {
    for (const controller of controllers) {
      if (!keys.has(controller.property)) continue;
      fields[controller.property] = now[controller.property];
      controller.updateDisplay();
    }
  });
}

// For those who cannot click a vertex.
function addPath(panel, data, store) {
  const moving = data.bodies.filter((body) => body.moves && body.mesh.vertices.length > 0);
  if (moving.length === 0) return;
  const folder = panel.addFolder("Path of a vertex").close();
  const names = Object.fromEntries(moving.map((body) => [tame(body.name), body.index]));
  const fields = {
    body: moving[0].index, vertex: 0,
    show: () => {
      const most = data.bodies[fields.body].mesh.vertices.length / 3 - 1;
      const vertex = Math.min(Math.max(Math.round(fields.vertex), 0), most);
      store.set({ vertex: { body: fields.body, vertex, face: null } });
    },
    clear: () => store.set({ vertex: null }),
  };
  folder.add(fields, "body", names).name("Body");
  folder.add(fields, "vertex", 0).step(1).name("Vertex");
  folder.add(fields, "show").name("Show the path");
  folder.add(fields, "clear").name("Clear");
}

function addBodies(panel, data, store) {
  const folder = panel.addFolder("Bodies").close();
  for (const body of data.bodies.slice(0, MOST_BODIES)) {
    folder.add({ shown: true }, "shown").name(tame(body.name)).onChange((shown) => {
      const hidden = new Set(store.get().hidden);
      if (shown) hidden.delete(body.index);
      else hidden.add(body.index);
      store.set({ hidden });
    });
  }
}
