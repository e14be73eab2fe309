// What leaves the page: by the clipboard or as a file, and only when asked.
import { feature } from "./format.js";

const COLUMNS = ["a", "b", "kind", "time", "a_feature", "b_feature", "point_x", "point_y", "point_z",
  "normal_x", "normal_y", "normal_z", "properness", "until"];

function field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function contactsAsCsv(contacts) {
  const rows = contacts.map((c) => [c.pair.a, c.pair.b, c.kind, c.time, feature(c.a), feature(c.b), ...(c.point ?? ["", "", ""]),
    ...(c.normal ?? ["", "", ""]), c.properness, c.until]);
  return [COLUMNS, ...rows].map((row) => row.map(field).join(",")).join("\n") + "\n";
}

// Without a clipboard the text is selected in a field that is taken away again.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

export function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
