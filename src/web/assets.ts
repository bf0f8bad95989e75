/** The scripts, styles and pictures of the pages, as the build has bundled them (`bundle.mjs`). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebDocument } from '../describe/web-document.ts';
import { runOnce } from '../kernel/run-once.ts';

/** Above `src` and above `dist/src`. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../dist/assets/' : '../../assets/', import.meta.url);
/** The name holds a digest of the content: another content has another name. */
const CACHED = ['Cache-Control', 'public, max-age=31536000, immutable'];

type Source = `${'islands' | 'styles' | 'images'}/${string}`;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

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
export function loadAssets(): WebDocument[] {
  return Object.values(readManifest()).map((name) => {
    const text = readFileSync(new URL(name, FOLDER), 'utf8');
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return {
      path: `/assets/${name}`,
      title: name,
      type,
      hasCors: false,
      isUnlisted: true,
      headers: CACHED,
      read: () => text,
    };
  });
}
