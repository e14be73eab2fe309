// What the page does when it is used: keys, rows, lanes, filters, a picked vertex, many contacts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axe, expect, json, makePage, open, pagesFolder, settle, source, writeScene } from "./support.mjs";
import { HOSTILE, hostileScene, largeScene } from "./kinds.mjs";

const state = (page) => page.evaluate(() => {
  const { hidden, contact, ...rest } = window.toiReport.state();
  return { ...rest, hidden: [...hidden], contact: contact ? contact.index : null };
});

async function press(page, key) {
  await page.keyboard.press(key);
  await settle(page);
  return state(page);
}

async function checkKeys(page, contacts) {
  await page.focus("#canvas");
  expect((await press(page, "Home")).time === 0, "Home goes to the start");
  expect((await press(page, "ArrowRight")).time === 0.01, "an arrow goes on by a hundredth");
  expect(Math.abs((await press(page, "Shift+ArrowRight")).time - 0.011) < 1e-12, "with Shift by a thousandth");
  expect((await press(page, "End")).time === 1, "End goes to the end");
  await press(page, "Home");
  for (const contact of contacts.slice(0, 3)) {
    const now = await press(page, "n");
    expect(now.time === contact.time, `n goes to the contact at ${contact.time}`);
  }
  expect((await press(page, "p")).time === contacts[Math.min(contacts.length, 3) - 2].time, "p goes back");
  const before = await state(page);
  expect((await press(page, "g")).ghosts !== before.ghosts && (await press(page, "w")).wireframe, "g and w change what is drawn");
  await press(page, "w");
  await press(page, "Home");
  expect((await press(page, "Space")).playing, "Space plays");
  await page.waitForFunction(() => window.toiReport.state().time > 0.02);
  expect(!(await press(page, "Space")).playing, "Space pauses");
  await page.focus("#time");
  await page.keyboard.type("g");
  expect((await state(page)).ghosts !== before.ghosts, "keys do nothing in fields");
}

async function checkRows(page, contacts) {
  const times = () => page.$$eval("#table-box tbody td.time", (cells) => cells.map((cell) => Number(cell.textContent)));
  await page.click("#table-box thead th:first-child button");
  const falling = await times();
  expect(falling.every((t, i) => i === 0 || t <= falling[i - 1]), "a click on a head turns the order");
  expect(await page.getAttribute("#table-box thead th:first-child", "aria-sort") === "descending", "and says so");
  await page.click("#table-box thead th:first-child button");
  await page.$eval("#table-box", (box) => { box.scrollTop = box.scrollHeight; });
  await settle(page);
  await page.click("#table-box tbody tr:last-of-type td:nth-child(2)");
  await settle(page);
  const now = await state(page);
  expect(now.time === contacts.at(-1).time && now.contact === contacts.length - 1, "a click on a row goes to its contact");
  expect(await page.getAttribute("#table-box tbody tr:last-of-type", "aria-current") === "true", "the row is marked");
  expect((await page.textContent("#contact-details")).includes(String(contacts.at(-1).time)), "its digits are shown");
}

async function checkPick(page) {
  await page.evaluate(() => { window.toiReport.set({ time: 0, ghosts: false }); window.toiReport.view.fitAll(); });
  await settle(page);
  const box = await (await page.$("#canvas")).boundingBox();
  const spots = [];
  for (let x = 0.2; x < 0.9; x += 0.1) for (let y = 0.2; y < 0.9; y += 0.1) spots.push([x, y]);
  let picked = null;
  for (const [x, y] of spots) {
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    await settle(page);
    picked = (await state(page)).vertex;
    if (picked) break;
  }
  expect(picked !== null, "a click picks a vertex");
  const name = await page.evaluate((body) => window.toiReport.data.bodies[body].name, picked.body);
  expect((await page.textContent("#status")).includes(`${name} vertex ${picked.vertex}`), "and the page says which");
}

async function checkMouse(page) {
  const box = await (await page.$("#canvas")).boundingBox();
  const eye = () => page.evaluate(() => ({ ...window.toiReport.view.camera.eye }));
  const before = await eye();
  await page.mouse.move(box.x + 100, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 130, { steps: 3 });
  await page.mouse.up();
  expect((await eye()).yaw !== before.yaw && (await eye()).pitch !== before.pitch, "dragging turns the view");
  await page.mouse.wheel(0, 200);
  await page.waitForFunction((d) => window.toiReport.view.camera.eye.distance > d, before.distance);
}

async function checkHandling(context) {
  const scene = join(source, "scenes/tori.json");
  const options = ["--all", "--leaving", "--min-properness", "-1"];
  const page = await open(context, "tori --all", makePage("handling", scene, ...options));
  const contacts = json("check", scene, ...options).pairs[0].contacts;
  expect(contacts.length > 4, "there are contacts to go through");
  await checkKeys(page, contacts);
  await checkRows(page, contacts);
  await checkPick(page);
  await checkMouse(page);
  await page.$$eval("#options .lil-title", (titles) => titles.forEach((title) => title.click()));
  await axe(page, "tori --all, with the panel open");
  await page.close();
}

async function checkFilter(context) {
  const scene = join(source, "scenes/gripper.json");
  const page = await open(context, "gripper", makePage("filter", scene, "--links"));
  const pairs = json("check", scene, "--links").pairs;
  await page.selectOption("#pair-filter", { index: 1 });
  await settle(page);
  const rows = Number(await page.getAttribute("#table-box table", "aria-rowcount"));
  const first = pairs.find((pair) => pair.contacts.length > 0);
  expect(rows === first.contacts.length + 1, "a filter leaves the contacts of a pair");
  expect(await page.$eval("#lanes .lane[aria-pressed=true] .name", (e) => e.textContent) === `${first.a} – ${first.b}`, "its lane is marked");
  await page.click("#lanes .lane:nth-of-type(3) .strip", { position: { x: 100, y: 8 } });
  await settle(page);
  const now = await state(page);
  expect(now.time > 0 && now.time < 0.5, "a click on a lane moves the play head");
  const spans = await page.evaluate(() => [".lane .strip", ".u-over"].map((name) => document.querySelector(name).getBoundingClientRect())
    .map(({ left, right }) => [left, right]));
  expect(spans[0].every((x, k) => Math.abs(x - spans[1][k]) < 1), `the curve stands below the lanes: ${spans}`);
  expect((await page.$$("#lanes .lane path.link")).length === pairs.length, "lanes show the links of the proof");
  await page.close();
}

async function checkScreenAndOverlaps(context) {
  const scene = join(source, "scenes/tori.json");
  const page = await open(context, "overlaps", makePage("overlaps", scene, "--all", "--overlaps", "8"));
  expect(await page.$eval("#screen img", (image) => image.decode().then(() => image.naturalWidth > 100)), "the collision screen is shown");
  for (const t of [0, 0.5]) {
    const pairs = json("overlap", scene, "--time", String(t)).pairs;
    const count = pairs.reduce((sum, pair) => sum + pair.faces.length, 0);
    await page.evaluate((time) => window.toiReport.set({ time }), t);
    await settle(page);
    expect((await page.textContent("#status")).includes(`${count} pairs of faces meet`), `${count} pairs of faces meet at ${t}`);
  }
  await axe(page, "overlaps");
  await page.close();
}

// The screen is that of the chosen pair.
async function checkScreens(context) {
  const page = await open(context, "screens", makePage("screens", join(source, "scenes/pile.json"), "--all", "--samples", "4"));
  const shown = async (state) => {
    await page.evaluate((part) => window.toiReport.set(part), state);
    await settle(page);
    await page.$eval("#screen img", (image) => image.decode());
    return [await page.textContent("#screen summary"), await page.getAttribute("#screen img", "src"), await page.textContent("#screen .note")];
  };
  const { screens, pairs } = await page.evaluate(() => window.toiReport.data);
  expect(screens.length === 16, "pairs have screens");
  const first = await shown({ pair: null });
  expect(first[0].includes(`${screens[0].a} – ${screens[0].b}`) && first[2].includes("16 pairs"), "the first pair's is shown");
  const chosen = await shown({ pair: pairs.findIndex(({ a, b }) => a === screens[5].a && b === screens[5].b) });
  expect(chosen[0].includes(`${screens[5].a} – ${screens[5].b}`) && chosen[1] !== first[1], "then that of the chosen pair");
  const none = await shown({ pair: pairs.findIndex((pair) => !screens.some(({ a, b }) => a === pair.a && b === pair.b)) });
  expect(none[2].includes("none was drawn") && none[1] === first[1], "a pair without one is told");
  await axe(page, "screens");
  await page.close();
}

async function checkNames(context) {
  const page = await open(context, "hostile names", makePage("hostile", writeScene("hostile", hostileScene())));
  expect(await page.evaluate(() => window.hurt) === undefined, "no name is run");
  expect((await page.$$("img, b")).length === 0, "no name is markup");
  const names = await page.evaluate(() => window.toiReport.data.bodies.map((body) => body.name));
  expect(JSON.stringify(names) === JSON.stringify(HOSTILE), "names come back");
  expect((await page.evaluate(() => document.documentElement.scrollWidth)) <= 1280, "long names do not widen the page");
  await axe(page, "hostile names");
  await page.close();
}

// A page whose contacts are multiplied to 10,000, with times of their own.
function manyContacts() {
  const path = makePage("many", join(source, "scenes/gripper.json"));
  const text = readFileSync(path, "utf8");
  const block = /(<script type="application\/json" id="toi-result">)([\s\S]*?)(<\/script>)/;
  const many = text.replace(block, (all, before, data, after) => {
    const result = JSON.parse(data);
    const pair = result.pairs.find((p) => p.contacts.length > 0);
    pair.contacts = Array.from({ length: 10000 }, (_, i) => ({ ...pair.contacts[0], time: (i + 1) / 10000 }));
    return before + JSON.stringify(result) + after;
  });
  writeFileSync(join(pagesFolder, "many.html"), many);
  return path;
}

async function checkMany(context) {
  const page = await open(context, "10,000 contacts", manyContacts());
  expect((await page.$$("#table-box tbody tr")).length < 100, "only rows that are seen are made");
  await page.$eval("#table-box", (box) => { box.scrollTop = box.scrollHeight; });
  await settle(page);
  const last = await page.$$eval("#table-box tbody td.time", (cells) => Number(cells.at(-1).textContent));
  expect(last === 1, `the last row is reached: ${last}`);
  const began = Date.now();
  for (let i = 0; i < 10; ++i) await press(page, "ArrowRight");
  console.log(`10,000 contacts: ${(Date.now() - began) / 10} ms a step`);
  await page.close();
}

// It must be open after 2 s; held to what the page itself takes, as other work may run beside this: the best of three.
async function checkLarge(context) {
  const path = makePage("large", writeScene("large", largeScene(224)), "--samples", "16");
  let best = Infinity;
  for (let i = 0; i < 3; ++i) {
    const began = Date.now();
    const page = await open(context, "100,000 triangles", path, { timed: true });
    await settle(page);
    const { metrics } = await page.cdp.send("Performance.getMetrics");
    const taken = 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
    console.log(`100,352 triangles: opened and drawn after ${Date.now() - began} ms, of which the page took ${taken.toFixed(0)}`);
    best = Math.min(best, taken);
    await page.close();
  }
  expect(best < 2000, `100,352 triangles open in ${best} ms`);
}

// Other colours and sizes: what a reader gets is as good.
async function checkLooks(browser, newContext) {
  for (const [name, look] of [["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    const context = await newContext(browser, look);
    for (const scene of ["gripper", "satellites", "pile"]) {
      const page = await open(context, `${scene}, ${name}`, makePage(scene, join(source, `scenes/${scene}.json`)));
      await axe(page, `${scene}, ${name}`);
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(wide[0] <= wide[1], `${scene}, ${name}: the page is as wide as the screen: ${wide}`);
      await page.close();
    }
    await context.close();
  }
}

export async function checkAllHandling(browser, context, newContext) {
  await checkHandling(context);
  await checkFilter(context);
  await checkScreenAndOverlaps(context);
  await checkScreens(context);
  await checkNames(context);
  await checkMany(context);
  await checkLarge(context);
  await checkLooks(browser, newContext);
}
