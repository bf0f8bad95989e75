/** The scripts, styles and pictures of the pages, as the build has bundled them (`bundle.mjs`). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebFiles } from '../describe/web-document.ts';
import { runOnce } from '../lib/memoize.ts';

/** Above `src` and above `dist/src`. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/assets/' : '../../assets/', import.meta.url);
const YEAR_SECONDS = 31_536_000;

type Source = `${'islands' | 'styles' | 'images'}/${string}`;

const readManifest = runOnce((): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', FOLDER), 'utf8'));
  } catch (cause) {
    throw new Error(`${fileURLToPath(FOLDER)} is missing: run npm run build.`, { cause });
  }
});

/** The address of what `source` became; throws when there is no such source. */
export function getAssetPath(source: Source): string {
  const { [source]: name } = readManifest();
  if (name === undefined) throw new Error(`${source} was not bundled.`);
  return `/assets/${name}`;
}

/** All of them, to be served. */
export function listAssets(): WebFiles {
  const names = Object.values(readManifest());
  const forever = { maxAgeSeconds: YEAR_SECONDS, isImmutable: true, isPacked: true };
  return { path: '/assets', folder: fileURLToPath(FOLDER), names, ...forever };
}
