// Builds one file: script and style are in the page, and a policy that lets it load nothing and run no other script.
import { createHash } from "node:crypto";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

function policy() {
  return {
    name: "toi-policy",
    enforce: "post",
    generateBundle: {
      order: "post", // when the script has been put in
      handler(options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!file.fileName.endsWith(".html")) continue;
          const scripts = [...file.source.matchAll(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g)];
          if (scripts.length !== 1 || scripts[0][1] === "") this.error("the page has not one script");
          const hash = createHash("sha256").update(scripts[0][1]).digest("base64");
          const rules =
            `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; ` +
            "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'";
          const meta = `<meta http-equiv="Content-Security-Policy" content="${rules}">`;
          file.source = file.source.replace('<meta charset="utf-8">', (found) => `${found}\n${meta}`);
        }
      },
    },
  };
}

export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), policy()],
  build: { target: "es2022", assetsInlineLimit: 1 << 24, cssCodeSplit: false, modulePreload: false },
});
