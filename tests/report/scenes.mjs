// Every scene: the page opens, bodies are where `toi pose` has them, and the table is that of `toi check --json`.
import { axe, expect, json, makePage, open, settle } from "./support.mjs";

const TIMES = [0, 1 / 3, 0.77, 1];
const EXACT = 1e-9; // of the size of the scene and its distance from the origin: positions in doubles
const SEEN = 2e-6;  // of the size of a body: what is on the graphics card, in single precision

// The largest distance of coordinates, and the largest coordinate.
function compare(got, wanted) {
  const flat = wanted.flat();
  let most = 0, size = 0;
  flat.forEach((x, i) => {
    most = Math.max(most, Math.abs(x - got[i]));
    size = Math.max(size, Math.abs(x));
  });
  return { count: flat.length === got.length, most, size };
}

function spread(vertices) {
  const [low, high] = [Math.min, Math.max].map((pick) => [0, 1, 2].map((k) => vertices.reduce((x, v) => pick(x, v[k]), vertices[0][k])));
  return Math.max(...high.map((x, k) => x - low[k]));
}

async function checkPoses(page, name, scene, times) {
  for (const t of times) {
    const posed = json("pose", scene, "--time", String(t), "--vertices").bodies;
    await page.evaluate((time) => window.toiReport.set({ time }), t);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const shown = await page.evaluate(() => {
      window.toiReport.view.draw();
      return window.toiReport.data.bodies.map((body, i) => ({
        exact: [...window.toiReport.vertices(i)], seen: body.shape === "mesh" ? window.toiReport.seen(i) : [],
      }));
    });
    let worst = 0, worstSeen = 0;
    posed.forEach((body, i) => {
      const exact = compare(shown[i].exact, body.vertices);
      expect(exact.count, `${name}: ${body.name} has its vertices`);
      worst = Math.max(worst, exact.most / exact.size);
      if (shown[i].seen.length === 0) return;
      const seen = compare(shown[i].seen, body.vertices);
      worstSeen = Math.max(worstSeen, seen.most / (spread(body.vertices) + 1e-9 * seen.size));
    });
    expect(worst <= EXACT, `${name}: at ${t} vertices are within ${worst} of toi pose`);
    expect(worstSeen <= SEEN, `${name}: at ${t} what is seen is within ${worstSeen} of toi pose`);
    expect(Math.abs(await page.inputValue("#time") - t) < 1e-9, `${name}: the field says ${t}`);
  }
}

// Rows of CSV without quotes in them.
const rowsOf = (csv) => csv.trim().split("\n").slice(1).map((row) => row.split(","));

const nameOf = (feature) => {
  const [kind, index] = Object.entries(feature)[0];
  return `${kind} ${Array.isArray(index) ? index.join("-") : index}`;
};

async function checkTable(page, name, result) {
  const wanted = result.pairs.flatMap((pair) => pair.contacts.map((c) => ({ ...c, pair })));
  const rows = await page.evaluate(() => document.querySelector("#table-box table")?.getAttribute("aria-rowcount"));
  expect(wanted.length === 0 ? rows === undefined || rows === null : Number(rows) === wanted.length + 1, `${name}: the table has all contacts`);
  await page.click("#copy-csv");
  const copied = rowsOf(await page.evaluate(() => navigator.clipboard.readText()));
  const key = (row) => row.map(String).join("|");
  const expected = wanted.map((c) => [c.pair.a, c.pair.b, c.kind, c.time, nameOf(c.a), nameOf(c.b), ...c.point, ...c.normal, c.properness ?? "", c.until ?? ""]);
  expect(copied.map(key).sort().join("\n") === expected.map(key).sort().join("\n"), `${name}: the table is that of check --json`);
  const times = await page.$$eval("#table-box tbody td.time", (cells) => cells.map((cell) => Number(cell.textContent)));
  const sorted = wanted.map((c) => c.time).sort((a, b) => a - b);
  expect(times.every((t, i) => Math.abs(t - sorted[i]) < 1e-9), `${name}: rows are in the order of time`);
}

async function checkHead(page, name, result) {
  const text = await page.textContent("#summary");
  expect(text.toLowerCase().includes(result.answer), `${name}: the head says ${result.answer}: ${text}`);
  const certified = result.pairs.every((pair) => pair.certified);
  expect(text.includes("not certified") !== certified, `${name}: the head says whether it is certified`);
  const lanes = await page.$$eval("#lanes .lane", (list) => list.length);
  expect(lanes === Math.min(result.pairs.length, 200), `${name}: pairs have lanes`);
}

// The scene that the page gives away needs no other file, and has the same answer.
async function checkDownload(page, name, result, options) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the scene")]);
  const again = json("check", await download.path(), ...options);
  expect(JSON.stringify(again.pairs) === JSON.stringify(result.pairs), `${name}: the scene to download has the same answer`);
}

export async function checkScene(context, name, scene, options = []) {
  const page = await open(context, name, makePage(name, scene, "--samples", "16", ...options));
  const result = json("check", scene, ...options);
  await checkHead(page, name, result);
  await checkTable(page, name, result);
  const times = result.first ? [...TIMES, result.first.t_hit] : TIMES;
  await checkPoses(page, name, scene, times);
  await axe(page, name);
  await checkDownload(page, name, result, options);
  await page.close();
}
