// The collision screen of a pair, a picture that the tool drew.
import { element, pairName } from "./format.js";

export function createScreen(data) {
  const { screen } = data;
  if (!screen.svg) return;
  const source = URL.createObjectURL(new Blob([screen.svg], { type: "image/svg+xml" }));
  const title = `Collision screen of ${pairName(screen)}`;
  const image = element("img", { src: source, alt: `${title}: both bodies as the screw of their relative motion carries them, and their contacts` });
  document.getElementById("screen").append(element("details", { open: true }, element("summary", {}, title), image));
  document.getElementById("screen").hidden = false;
}
