/** The version of this server, as package.json tells it. */
import { readFileSync } from 'node:fs';
import { runOnce } from '../lib/memoize.ts';

/** Above `src` and above `dist/src`. */
const FILE = new URL(import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json', import.meta.url);

export const readVersion = runOnce((): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(FILE, 'utf8'));
  return version;
});
