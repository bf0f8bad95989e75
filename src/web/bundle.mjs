/**
 * Bundles what browsers load: each file of `islands/`, `styles/` and `images/` becomes one file of `dist/assets`, whose name holds
 * a digest of its content, with its packed form (`.br`) beside it. `manifest.json` tells the name by that of the source: `islands/login.ts` → `login-XXXXXXXX.js`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = join(here, '..', '..', 'dist', 'assets');
const PACKED = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const BROWSERS = ['chrome109', 'firefox115', 'safari16'];

const listFiles = (folder) =>
  readdirSync(join(here, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|svg|png)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`)
    .sort();

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const { metafile } = await build({
  absWorkingDir: here,
  entryPoints: ['islands', 'styles', 'images'].flatMap(listFiles),
  loader: { '.svg': 'copy', '.png': 'copy' },
  entryNames: '[name]-[hash]',
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: BROWSERS,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  metafile: true,
  logLevel: 'warning',
});
const outputs = Object.entries(metafile.outputs);
const manifest = Object.fromEntries(outputs.map(([file, { entryPoint }]) => [entryPoint, basename(file)]).sort());
writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of Object.values(manifest)) {
  const path = join(target, file);
  writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), PACKED));
}
