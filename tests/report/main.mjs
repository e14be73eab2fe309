// The tests of the report page, with one browser for all. Arguments: --scenes, --compare and --handling for a part of
// them: every scene, some pictures compared with the page, the page used. Names of scenes: those alone. --stills writes
// the pictures of docs/.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkGltf } from "./exports.mjs";
import { checkAllHandling } from "./handling.mjs";
import { farScene, kindsScene } from "./kinds.mjs";
import { checkLacking } from "./lacking.mjs";
import { checkScene } from "./scenes.mjs";
import { compareStills, writeStills } from "./stills.mjs";
import { finish, launch, newContext, pagesFolder, source, writeScene } from "./support.mjs";

const asked = process.argv.slice(2);
const wanted = (part) => asked.length === 0 || asked.includes(part);
const browser = await launch();
const context = await newContext(browser);
try {
  const scenes = readdirSync(join(source, "scenes")).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
  for (const name of scenes) {
    if (!wanted("--scenes") && !asked.includes(name)) continue;
    await checkScene(context, name, join(source, `scenes/${name}.json`));
    await checkGltf(name, join(source, `scenes/${name}.json`));
  }
  if (asked.includes("--stills")) await writeStills(browser);
  if (wanted("--compare")) await compareStills(browser);
  if (wanted("--scenes")) {
    await checkScene(context, "kinds", writeScene("kinds", kindsScene()));
    await checkScene(context, "tiny", writeScene("tiny", farScene(1e-12, [0, 0, 0])));
    await checkScene(context, "huge", writeScene("huge", farScene(1e12, [0, 0, 0])));
    await checkScene(context, "far", writeScene("far", farScene(1, [7e6, -3e6, 1e5])));
    await checkScene(context, "tori-all", join(source, "scenes/tori.json"), ["--all", "--leaving", "--min-properness", "-1"]);
    await checkGltf("kinds", join(pagesFolder, "kinds.json"));
    await checkGltf("tori-all", join(source, "scenes/tori.json"), ["--all", "--leaving"]);
    await checkScene(context, "tori-screen", join(source, "scenes/tori.json"), ["--all", "--method", "screen"]);
  }
  if (wanted("--handling")) {
    await checkAllHandling(browser, context, newContext);
    await checkLacking(context);
  }
} finally {
  await browser.close();
}
finish("report_page");
