// The chosen contact, with all its digits.
import { element, feature, short, tame, vector } from "./format.js";
import { remarks } from "./table.js";

export function createDetails(store) {
  const box = document.getElementById("contact-details");
  store.listen((state, keys) => {
    if (!keys.has("contact")) return;
    const c = state.contact;
    box.replaceChildren();
    if (!c) return;
    const rows = [
      ["Time", String(c.time)],
      ["Features", `${tame(c.pair.a)} ${feature(c.a) || "?"}, ${tame(c.pair.b)} ${feature(c.b) || "?"} (${c.kind})`],
      ["Point", vector(c.point, 12)],
      ["Normal, A to B", vector(c.normal, 9)],
      ["Gap", short(c.pair.answer === "contact" && !c.properness ? c.pair.gap : null, 4)],
      ["Remarks", remarks(c)],
    ].filter(([, text]) => text !== "");
    box.append(element("dl", {}, ...rows.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)])));
  });
}
