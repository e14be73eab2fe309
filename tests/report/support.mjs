// One browser, and the tool, for the tests of the report page.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { TOI_TOOL, TOI_SOURCE_DIR, TOI_CHROMIUM, TOI_REPORT_PACKAGES, TOI_REPORT_PAGES } = process.env;
const require = createRequire(join(TOI_REPORT_PACKAGES, "package.json"));
const { chromium } = require("playwright-core");
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const source = TOI_SOURCE_DIR;
export const pagesFolder = TOI_REPORT_PAGES;

let checks = 0;
const failures = [];

export function expect(condition, what) {
  ++checks;
  if (condition) return;
  failures.push(what);
  console.log("FAILED:", what);
}

export function finish(name) {
  console.log(`${name}: ${checks} checks, ${failures.length} failed`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

// What the tool prints; contact and undecided are answers.
export function tool(...args) {
  try {
    return execFileSync(TOI_TOOL, args, { cwd: source, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status === 1 || error.status === 4) return error.stdout;
    throw new Error(`toi ${args.join(" ")}: ${error.stderr}`);
  }
}

export const json = (...args) => JSON.parse(tool(...args, "--json"));

// Writes a scene and returns its path.
export function writeScene(name, scene) {
  const path = join(pagesFolder, `${name}.json`);
  writeFileSync(path, typeof scene === "string" ? scene : JSON.stringify(scene));
  return path;
}

export function makePage(name, scene, ...options) {
  const path = join(pagesFolder, `${name}.html`);
  tool("report", scene, "-o", path, ...options);
  return path;
}

export function launch() {
  return chromium.launch({
    executablePath: TOI_CHROMIUM,
    args: ["--no-sandbox", "--ignore-gpu-blocklist", "--use-gl=angle", "--use-angle=gl-egl", "--disable-dev-shm-usage"],
  });
}

export function newContext(browser, options = {}) {
  return browser.newContext({
    viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"], offline: true, ...options,
  });
}

// Opens a page and holds it to being silent: no error, no warning, no request but for itself.
export async function open(context, name, path, { timed = false, hash = "plain", before = null } = {}) {
  const page = await context.newPage();
  if (before) await page.addInitScript(before);
  if (timed) {
    page.cdp = await context.newCDPSession(page);
    await page.cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  }
  page.on("console", (message) => expect(!["error", "warning"].includes(message.type()) || driver(message.text()),
    `${name}: the console is silent: ${message.text().slice(0, 300)}`));
  page.on("pageerror", (error) => expect(false, `${name}: no error: ${error.message}`));
  page.on("request", (request) => expect(/^(data:|blob:)/.test(request.url()) || request.url().split("#")[0] === `file://${path}`, `${name}: no request leaves the page: ${request.url().slice(0, 100)}`));
  await page.goto(`file://${path}#${hash}`);
  await page.waitForFunction(() => window.toiReport, null, { timeout: 60000 });
  return page;
}

// What graphics drivers say of reading pictures back is not ours.
const driver = (text) => /GL Driver Message|GPU stall due to ReadPixels/.test(text);

// What axe calls serious or critical.
export async function axe(page, name) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, impact, nodes } of found.violations) {
    if (!["serious", "critical"].includes(impact)) continue;
    expect(false, `${name}: axe ${impact} ${id}: ${nodes.map((node) => node.html.slice(0, 160)).slice(0, 3).join(" | ")}`);
  }
  expect(found.violations !== undefined, `${name}: axe has run`);
}

export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
