/**
 * Fills dist/mcpb with the files of the MCP bundle. `npx @anthropic-ai/mcpb pack dist/mcpb farebox.mcpb` validates and packs them.
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = new URL('.', import.meta.url);
const folder = new URL('../../dist/mcpb/', here);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [fileURLToPath(new URL('bridge.mjs', here))],
  outfile: fileURLToPath(new URL('server/bridge.mjs', folder)),
  bundle: true,
  minifyWhitespace: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  legalComments: 'inline',
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
});
copyFileSync(new URL('manifest.json', here), new URL('manifest.json', folder));
copyFileSync(new URL('../../LICENSE', here), new URL('LICENSE', folder));
