// The table of contacts: sortable, for one pair or all, and only the rows that are seen are made.
import { element, feature, pairName, short, tame, time, vector } from "./format.js";
import { choose } from "./store.js";
import { contactsAsCsv, copy } from "./output.js";

const ROW = 30; // height in pixels, as in style.css
const BEYOND = 8;

const side = (which) => (c) => `${tame(c.pair[which])} ${feature(c[which])}`;

const COLUMNS = [
  { name: "Time", text: (c) => time(c.time), key: (c) => c.time },
  { name: "A", text: side("a"), key: side("a") },
  { name: "B", text: side("b"), key: side("b") },
  { name: "Kind", text: (c) => c.kind, key: (c) => c.kind },
  { name: "Properness", text: (c) => short(c.properness, 4), key: (c) => c.properness ?? 0, optional: (c) => c.properness !== null },
  { name: "Remarks", text: remarks, key: remarks, optional: (c) => remarks(c) !== "" },
  { name: "Point", text: (c) => vector(c.point) },
  { name: "Normal", text: (c) => vector(c.normal, 4) },
];

export function remarks(c) {
  const list = [];
  if (c.entering === false) list.push("leaving");
  if (c.tangent) list.push("tangent");
  if (c.sustained) list.push(`until ${time(c.until)}`);
  return list.join(", ");
}

function compare(key, down) {
  return (x, y) => {
    const a = key(x), b = key(y);
    const order = a < b ? -1 : a > b ? 1 : x.index - y.index;
    return down ? -order : order;
  };
}

export function createTable(data, store) {
  const box = document.getElementById("table-box");
  const columns = COLUMNS.filter((column) => !column.optional || data.contacts.some(column.optional));
  let sorted = { column: columns[0], down: false };
  let rows = [];

  const heads = columns.map((column) => element("th", { scope: "col" },
    column.key ? element("button", { type: "button", onclick: () => sortBy(column) }, column.name) : column.name));
  const body = element("tbody");
  const caption = element("caption", { class: "unseen" }, "Contacts; the button of a row moves the play head there");
  const table = element("table", {}, caption, element("thead", {}, element("tr", {}, ...heads)), body);

  function sortBy(column) {
    sorted = { column, down: sorted.column === column && !sorted.down };
    chooseRows();
  }

  function chooseRows() {
    const { pair } = store.get();
    rows = data.contacts.filter((c) => pair === null || c.pair.index === pair);
    rows.sort(compare(sorted.column.key, sorted.down));
    columns.forEach((column, i) => {
      const order = column === sorted.column ? (sorted.down ? "descending" : "ascending") : null;
      if (order) heads[i].setAttribute("aria-sort", order);
      else heads[i].removeAttribute("aria-sort");
    });
    table.setAttribute("aria-rowcount", rows.length + 1);
    show();
  }

  function makeRow(contact, index) {
    const chosen = contact === store.get().contact;
    const cells = columns.map((column, i) => element("td", { class: column.name.toLowerCase() }, i === 0
      ? element("button", { type: "button", onclick: () => choose(store, contact) }, column.text(contact))
      : column.text(contact)));
    return element("tr", {
      "aria-rowindex": index + 2, "aria-current": chosen ? "true" : null, class: chosen ? "chosen" : "",
      onclick: (event) => { if (event.target.tagName !== "BUTTON") choose(store, contact); },
    }, ...cells);
  }

  const spacer = (count) => element("tr", { "aria-hidden": "true", style: `height:${count * ROW}px` }, element("td", { colspan: columns.length }));

  function show() {
    const focused = document.activeElement?.closest?.("#table-box tbody tr")?.getAttribute("aria-rowindex");
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - BEYOND);
    const end = Math.min(rows.length, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + BEYOND);
    const made = rows.slice(first, end).map((contact, i) => makeRow(contact, first + i));
    body.replaceChildren(...(first > 0 ? [spacer(first)] : []), ...made, ...(end < rows.length ? [spacer(rows.length - end)] : []));
    if (focused) body.querySelector(`[aria-rowindex="${focused}"] button`)?.focus({ preventScroll: true });
  }

  function reveal(contact) {
    const index = rows.indexOf(contact);
    if (index < 0) return;
    const top = index * ROW;
    if (top < box.scrollTop || top + 2 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }

  box.addEventListener("scroll", show);
  new ResizeObserver(show).observe(box);
  store.listen((state, keys) => {
    if (keys.has("pair")) chooseRows();
    if (keys.has("contact")) {
      reveal(state.contact);
      show();
    }
  });
  box.append(data.contacts.length > 0 ? table : element("p", { class: "none" }, nothing(data)));
  chooseRows();
  createFilter(data, store);
  document.getElementById("copy-csv").addEventListener("click", () => {
    copy(contactsAsCsv(rows));
    document.getElementById("status").textContent = `${rows.length} contacts copied as CSV`;
  });
  return { rows: () => rows };
}

function nothing(data) {
  return data.result.answer === "clear" ? "None: no pair touches during the motion, which is proved." : "None was found.";
}

function createFilter(data, store) {
  const select = document.getElementById("pair-filter");
  const touching = data.pairs.filter((pair) => pair.contacts.length > 0);
  select.append(element("option", { value: "" }, `all ${data.pairs.length}`));
  for (const pair of touching) select.append(element("option", { value: pair.index }, pairName(pair)));
  select.addEventListener("change", () => store.set({ pair: select.value === "" ? null : Number(select.value) }));
  store.listen((state) => { select.value = state.pair === null ? "" : String(state.pair); });
}
