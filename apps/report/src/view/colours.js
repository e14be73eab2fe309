// Colours that differ for most eyes, in light and in dark.

const MOVING = ["#d9812b", "#3f8fd2", "#3aa37a", "#c05a8e", "#c9a227", "#7a6fd0", "#cf5b4a", "#4aa6b0"];
const RESTING = ["#9aa3ad", "#b3a99c", "#8d9a94", "#a79bab"];

export function bodyColour(body, order) {
  const list = body.moves ? MOVING : RESTING;
  return list[order % list.length];
}

export function theme() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  return { ground: read("--ground"), ink: read("--ink"), contact: read("--contact"), lit: read("--lit"), meets: read("--meets"), line: read("--line"), edge: read("--edge") };
}
