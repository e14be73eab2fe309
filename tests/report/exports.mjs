// GLB files of every scene, by the validator of Khronos.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, pagesFolder, tool } from "./support.mjs";

const require = createRequire(join(process.env.TOI_REPORT_PACKAGES, "package.json"));

export async function checkGltf(name, scene, options = []) {
  const path = join(pagesFolder, `${name}.glb`);
  tool("report", scene, "--samples", "16", "--gltf", path, ...options);
  const { issues } = await require("gltf-validator").validateBytes(new Uint8Array(readFileSync(path)));
  expect(issues.numErrors === 0 && issues.numWarnings === 0,
    `${name}.glb is valid: ${JSON.stringify(issues.messages.filter((m) => m.severity < 2).slice(0, 3))}`);
}
