// Pictures of the page for docs/, and whether it still looks like them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { encode } from "./palette.mjs";
import { expect, newContext, open, pagesFolder, settle, source, tool } from "./support.mjs";

const require = createRequire(join(process.env.TOI_REPORT_PACKAGES, "package.json"));
const { PNG } = require("pngjs");

const PICTURES = join(source, "docs/pictures");
const PAGES = [["gripper"], ["satellites"], ["crate", "--all"]];
const LOOKS = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const DIFFERENT = 0.1;   // from here on two colours differ for pixelmatch, from 0 to 1
const MOST = 0.04;       // part of the pixels that may differ: other versions of browser, driver and fonts

// Written by way of standard output, so that the command that the page shows names no place.
function pageOf(scene, ...options) {
  const path = join(pagesFolder, `still-${scene}.html`);
  writeFileSync(path, tool("report", `scenes/${scene}.json`, ...options));
  return path;
}

async function shoot(context, scene, options, hash) {
  const page = await open(context, `still of ${scene}`, pageOf(scene, ...options), { hash });
  await settle(page);
  await page.waitForTimeout(400); // until all triangles are drawn
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

const nameOf = (scene, look) => join(PICTURES, `report-${scene}-${look}.png`);

// The page at two sizes for three scenes, to be compared with.
async function eachPage(browser, act) {
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await newContext(browser, options);
    for (const [scene, ...more] of PAGES) act(nameOf(scene, look), await shoot(context, scene, more, "plain"));
    await context.close();
  }
}

// Every scene: the picture alone, or the page.
async function eachScene(browser, look, hash, ending) {
  const context = await newContext(browser, look);
  for (const file of readdirSync(join(source, "scenes")).filter((name) => name.endsWith(".json"))) {
    const scene = file.slice(0, -5);
    const picture = await shoot(context, scene, ["--samples", "64"], hash);
    writeFileSync(join(PICTURES, `scenes/${scene}${ending}.png`), encode(PNG.sync.read(picture)));
  }
  await context.close();
}

export async function writeStills(browser) {
  mkdirSync(join(PICTURES, "scenes"), { recursive: true });
  await eachPage(browser, (path, picture) => writeFileSync(path, encode(PNG.sync.read(picture))));
  await eachScene(browser, { viewport: { width: 640, height: 400 } }, "bare", "");
  await eachScene(browser, LOOKS.wide, "plain", "-wide");
  await eachScene(browser, LOOKS.phone, "plain", "-phone");
}

export async function compareStills(browser) {
  const { default: pixelmatch } = await import(require.resolve("pixelmatch"));
  await eachPage(browser, (path, picture) => {
    const wanted = PNG.sync.read(readFileSync(path)), got = PNG.sync.read(picture);
    const same = wanted.width === got.width && wanted.height === got.height;
    const count = same ? pixelmatch(wanted.data, got.data, null, got.width, got.height, { threshold: DIFFERENT }) : Infinity;
    const part = count / (got.width * got.height);
    if (part > MOST) writeFileSync(join(process.env.TOI_REPORT_PACKAGES, path.split("/").pop()), picture);
    expect(part <= MOST, `${path} is as it was: ${(100 * part).toFixed(2)} % of it differ`);
  });
}
