/** The files in which the build leaves what ships: a later start reads the small one alone. */
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../lib/write-whole.ts';
import type { ShippedFix } from '../moderation-writes.ts';
import type { ShippedKnowledge } from './shipped.ts';

const DIGESTS = 'digests.json';
/** A line of JSON for each. */
const FIXES = 'fixes.jsonl';

/** The digests last: they say what must be there. */
export async function writeShippedKnowledge(folder: string, { digests, readFixes }: ShippedKnowledge): Promise<void> {
  const lines: string[] = [];
  for await (const fix of readFixes()) lines.push(JSON.stringify(fix));
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, FIXES), lines.join('\n'));
  await writeWhole(join(folder, DIGESTS), JSON.stringify(digests));
}

/** Rejects when the build has left nothing there. */
export async function openShippedKnowledge(folder: string): Promise<ShippedKnowledge> {
  const digests: ShippedKnowledge['digests'] = JSON.parse(await readFile(join(folder, DIGESTS), 'utf8'));
  return { digests, readFixes: () => readFixes(join(folder, FIXES)) };
}

async function* readFixes(path: string): AsyncGenerator<ShippedFix> {
  const file = await open(path);
  try {
    for await (const line of file.readLines()) yield JSON.parse(line);
  } finally {
    await file.close();
  }
}
