/**
 * Makes one file, `dist/vendor/kysely.js`, of the two hundred that Kysely comes in, and has the compiled sources import
 * that. Each thread of SQLite loads it anew: reading and linking so many files is half of what its start costs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'dist', 'src');
const bundle = join(root, 'dist', 'vendor', 'kysely.js');
const IMPORT = "from 'kysely'";

const importing = readdirSync(sources, { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join(sources, name))
  .filter((path) => readFileSync(path, 'utf8').includes(IMPORT));
if (importing.length > 0) {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: ['kysely'],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'inline',
    logLevel: 'warning',
  });
}
for (const path of importing) {
  const place = relative(dirname(path), bundle).replaceAll('\\', '/');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(IMPORT, `from '${place}'`));
}
