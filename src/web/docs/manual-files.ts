/** The documents of `docs`, as the build has rendered them (`render-manual.mjs`). */
import { readFileSync } from 'node:fs';
import { runOnce } from '../../lib/memoize.ts';

/** Above `src` and above `dist/src`. */
const FILE = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/manual.json' : '../../../manual.json',
  import.meta.url,
);

export interface ManualDocument {
  /** `operating.md` */
  name: string;
  title: string;
  /** Without its title. */
  html: string;
}

export const readManual = runOnce((): readonly ManualDocument[] => JSON.parse(readFileSync(FILE, 'utf8')));
