// Collision screens, pictures that the tool drew: that of the chosen pair, or of the one that touches first.
import { element, pairName } from "./format.js";

const addressOf = (svg) => URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));

export function createScreen(data, store) {
  const { screens } = data;
  if (screens.length === 0) return;
  const summary = element("summary");
  const image = element("img");
  const note = element("p", { class: "note" });
  const drawn = new Map(); // addresses of pictures
  let shown = null;

  function show(screen) {
    if (screen === shown) return;
    shown = screen;
    const title = `Collision screen of ${pairName(screen)}`;
    if (!drawn.has(screen)) drawn.set(screen, addressOf(screen.svg));
    image.src = drawn.get(screen);
    image.alt = `${title}: both bodies as the screw of their relative motion carries them, and their contacts`;
    summary.textContent = title;
  }

  function update({ pair }) {
    const chosen = pair === null ? null : data.pairs[pair];
    const found = chosen && screens.find(({ a, b }) => a === chosen.a && b === chosen.b);
    show(found ?? screens[0]);
    const others = screens.length > 1 ? `Of ${screens.length} pairs there is one: choose a pair to see its own.` : "";
    note.textContent = chosen && !found ? `Of ${pairName(chosen)} none was drawn.` : others;
    note.hidden = note.textContent === "";
  }

  document.getElementById("screen").append(element("details", { open: true }, summary, note, image));
  document.getElementById("screen").hidden = false;
  store.listen((state, keys) => { if (keys.has("pair")) update(state); });
  update(store.get());
}
