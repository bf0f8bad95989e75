/** Writes large documents as YAML without holding up the requests beside it. */

import { setImmediate } from 'node:timers/promises';
import { isRecord } from '../../lib/record.ts';

const OPTIONS = { lineWidth: 0, aliasDuplicateObjects: false };

type Stringify = (value: unknown, options: typeof OPTIONS) => string;

/** Members down to `depth` are written one by one, and other work gets its turn in between. */
export async function formatYaml(document: Readonly<Record<string, unknown>>, depth: number): Promise<string> {
  // Loaded for the first reader: most servers are never asked.
  const { stringify } = await import('yaml');
  return formatPieces(document, depth, stringify);
}

async function formatPieces(
  document: Readonly<Record<string, unknown>>,
  depth: number,
  stringify: Stringify,
): Promise<string> {
  let text = '';
  for (const [key, value] of Object.entries(document)) {
    if (depth > 0 && isRecord(value) && Object.keys(value).length > 0) {
      const head = stringify({ [key]: null }, OPTIONS).replace(/ null\n$/, '\n');
      text += head + indent(await formatPieces(value, depth - 1, stringify));
    } else {
      text += stringify({ [key]: value }, OPTIONS);
      await setImmediate();
    }
  }
  return text;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
