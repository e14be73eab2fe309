// What the page shows where something is missing: WebGL, or a part of the file.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axe, expect, makePage, open, pagesFolder, settle, source } from "./support.mjs";

async function checkNoPicture(context) {
  const path = makePage("no-picture", join(source, "scenes/gripper.json"));
  const refuse = () => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === "webgl2" ? null : getContext.call(this, kind, ...rest); };
  };
  const page = await open(context, "no WebGL", path, { before: refuse });
  expect(await page.isVisible("#no-picture"), "a missing picture is told");
  expect(await page.$$eval("#table-box tbody tr", (rows) => rows.length) > 4, "the table is there without it");
  expect(await page.$$eval("#lanes .lane", (lanes) => lanes.length) === 7, "and the lanes");
  await page.focus("#canvas");
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await page.keyboard.press("c");
  await settle(page);
  expect((await page.textContent("#status")).includes("on left"), "and the next contact");
  await axe(page, "no WebGL");
  await page.close();
}

async function checkDamaged(context) {
  const whole = readFileSync(makePage("damaged", join(source, "scenes/gripper.json")), "utf8");
  const at = whole.indexOf("toi-scene");
  const files = { torn: whole.slice(0, at + 200), changed: whole.slice(0, at + 200) + "AAAA" + whole.slice(at + 204) };
  for (const [name, text] of Object.entries(files)) {
    const path = join(pagesFolder, `${name}.html`);
    writeFileSync(path, text);
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(`file://${path}`);
    await page.waitForFunction(() => document.getElementById("summary").textContent.includes("damaged"), null, { timeout: 10000 });
    expect(errors.length === 1, `${name}: one error is told: ${errors.length}`);
    await page.close();
  }
}

export async function checkLacking(context) {
  await checkNoPicture(context);
  await checkDamaged(context);
}
