// What was asked and how sure the answer is; and the files that one can take away.
import { element, pairName, shell, short, time } from "./format.js";
import { copy, download } from "./output.js";
import { wholeScene } from "./whole.js";

const unique = (list) => [...new Set(list)];

export function answerText(data) {
  const { result, pairs } = data;
  if (result.answer === "contact" && result.first) return `Contact at t = ${time(result.first.t_hit)}, ${pairName(result.first)}`;
  if (result.answer === "clear") {
    const measured = pairs.filter((p) => p.method !== "broad" && p.gap > 0);
    const least = measured.length > 0 ? Math.min(...measured.map((p) => p.gap)) : null;
    return `Clear: no contact during the motion${least ? `, at least ${short(least, 4)} apart` : ""}`;
  }
  return `Undecided: no contact before t = ${time(Math.min(...pairs.map((p) => p.t_free ?? 0)))}`;
}

export const allCertified = (data) => data.pairs.every((pair) => pair.certified);

function rowsOf(data) {
  const { result, facts, pairs, bodies } = data;
  const methods = unique(pairs.map((p) => p.method)).join(", ");
  const errors = pairs.map((p) => p.model_error ?? 0);
  const triangles = bodies.reduce((sum, body) => sum + body.mesh.corners.length / 3, 0);
  return [
    ["Answer", answerText(data)],
    ["Certified", allCertified(data) ? "yes: it holds in spite of rounding" : "no: an estimate in floating-point numbers"],
    ["Method", `${methods}${facts.all ? " (all contacts)" : " (first contact)"}`],
    ["Largest tolerance", short(result.work.tolerance, 4)],
    ["Model error", Math.max(0, ...errors) > 0 ? `${short(Math.max(...errors), 4)}: how far the screws may be from the motions` : ""],
    ["Separation", facts.separation > 0 ? short(facts.separation) : ""],
    ["Solid", facts.solid ? "yes: a body inside another is in contact" : ""],
    ["Pairs", `${result.work.pairs} asked, of these ${result.work.pairs_broad} clear by boxes around their motions`],
    ["Steps", String(result.work.steps)],
    ["Scene", `${data.name}: ${bodies.length} bodies, ${triangles} triangles`],
    ["Version", `toi ${facts.version}`],
  ].filter(([, text]) => text !== "");
}

export function createFacts(data) {
  const box = document.getElementById("facts-box");
  const command = shell(["toi", ...data.facts.command.slice(1)]);
  const name = data.name.split("/").pop() || "scene.json";
  const button = (text, act) => element("button", { type: "button", onclick: act }, text);
  box.append(
    element("dl", {}, ...rowsOf(data).flatMap(([key, text]) => [element("dt", {}, key), element("dd", {}, text)]),
      element("dt", {}, "Command"), element("dd", {}, element("code", {}, command))),
    element("p", { class: "bar" },
      button("Copy the command", () => copy(command)),
      button("Download the scene", () => download(name, wholeScene(data), "application/json")),
      button("Download the result", () => download(name.replace(/\.json$/, "") + ".result.json",
        document.getElementById("toi-result").textContent, "application/json"))));
}
