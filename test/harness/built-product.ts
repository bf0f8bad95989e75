/**
 * Tests import the product's sources; what they get is what was built from them. Node loads that as it is, once a
 * worker, where Vite would have to transform a thousand files and every worker to ask for each.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Vite } from 'vitest/node';
import { root } from './sources.ts';

const PRODUCT = new Set(['src', 'tools']);
const SOURCE = /\.tsx?$/;

/** Whoever starts the test runner by itself has not built before. */
export function build(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'src/cli/setup.mjs')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The tests run on what was built, and the build failed: see above.');
}

/** The file built from a source; null for what is not built: tests, the training of the concierge, browser code. */
function findBuilt(file: string): string | null {
  const path = relative(root, file);
  if (!SOURCE.test(path) || !PRODUCT.has(path.split(sep, 1)[0] ?? '')) return null;
  const built = join(root, 'dist', path.replace(SOURCE, '.js'));
  return existsSync(built) ? built : null;
}

let isWatching = false;

/** While it watches, it stays with the sources: their changes are what it waits for. */
export const builtProduct: Vite.Plugin = {
  name: 'farebox:built-product',
  enforce: 'pre',
  configureVitest({ vitest }) {
    isWatching = vitest.config.watch;
  },
  resolveId(specifier, importer) {
    if (isWatching || !SOURCE.test(specifier)) return null;
    return findBuilt(importer === undefined ? specifier : resolve(dirname(importer), specifier));
  },
};

/** For `server.deps.external`: loaded by Node. */
export const BUILT_PRODUCT = /\/dist\/(?:src|tools)\/.+\.js$/;
