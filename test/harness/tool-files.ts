/** Tools of a test's own: files in a folder for `toolsFolder`, beside those of the product that it names. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { TOOLS_FOLDER } from '../../src/kernel/tool/registry.ts';

/** `files`: TypeScript by its path, whose imports are addresses. */
export function writeToolFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, transformSync(text, { loader: 'ts' }).code);
  }
}

const product = dirname(TOOLS_FOLDER);
const isBuilt = basename(product) === 'dist';

/** The address of a module of the product, as this process has loaded it. */
export function findModule(path: string): string {
  return pathToFileURL(join(product, isBuilt ? path.replace(/\.ts$/, '.js') : path)).href;
}

/** A tool file that is the product's own. */
export const reexportTool = (path: string): string => `export { default } from '${findModule(`tools/${path}`)}';`;
