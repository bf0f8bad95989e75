/** The table of tools in docs/tools.md, between its markers. */

import type { RegisteredTool, Registry } from '../../src/kernel/tool/registry.ts';
import { toUsdText } from '../../src/lib/money.ts';

const START = '<!-- tools: written by npm run snapshots -->';
const END = '<!-- /tools -->';

export const TOOL_TABLE = 'docs/tools.md';

/** The document with the table of this catalogue; throws when its markers are gone. */
export function withToolTable(text: string, registry: Registry): string {
  const [before, rest] = text.split(`${START}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${TOOL_TABLE} has no ${START} … ${END}`);
  return `${before}${START}\n${tableOf(registry)}\n${END}${after}`;
}

function tableOf({ tools }: Registry): string {
  const rows = tools.filter(({ toolset: { layer } }) => layer === 1 || layer === 2).map(rowOf);
  return ['| Tool | USD per call | Category | Providers, in order |', '|---|---|---|---|', ...rows].join('\n');
}

function rowOf({ name, method, path, priceMicros, category, definition: { uses = [] } }: RegisteredTool): string {
  const price = priceMicros === 0 ? 'free' : toUsdText(priceMicros);
  const sources = uses.map(({ title }) => title).join(', ') || 'built in';
  return `| \`${name}\` (${method} ${path}) | ${price} | ${category ?? '–'} | ${sources} |`;
}
