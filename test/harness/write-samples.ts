/** The sample answers of the tools' pages: what the sandbox answers to the first example of each. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listToolsOnOffer } from '../../src/describe/guide.ts';
import type { Registry } from '../../src/kernel/tool/registry.ts';
import { isRecord } from '../../src/lib/record.ts';
import { startFareboxProcess } from './farebox.ts';
import { root } from './sources.ts';

const FILE = join(root, 'src/web/texts/samples.ts');
const LINE_LENGTH_MAX = 120;
const ITEMS_MAX = 2;
const NUMBERS_MAX = 4;
const TEXT_LENGTH_MAX = 160;
/** What is another in each account, as it is shown. */
const SHOWN: Readonly<Record<string, unknown>> = {
  callId: 'call_…',
  agentId: 'agt_…',
  at: '2026-11-21T09:00:00.000Z',
  requestId: 'req_…',
};

/** Long lists and texts are cut. */
function shorten(value: unknown, key = ''): unknown {
  if (key in SHOWN && typeof value === 'string') return SHOWN[key];
  if (typeof value === 'string') return value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value;
  if (Array.isArray(value)) {
    const isNumeric = value.every((item) => typeof item === 'number');
    return value.slice(0, isNumeric ? NUMBERS_MAX : ITEMS_MAX).map((item) => shorten(item));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member, name)]));
}

/** Names without values: the same of two answers that differ in their times alone. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  if (!isRecord(value)) return typeof value;
  return `{${Object.entries(value).map(([key, member]) => `${key}:${shapeOf(member)}`)}}`;
}

/** What such a file holds, by the names of the tools. */
export function readSamples(text: string): Record<string, unknown> {
  const lines = [...text.matchAll(/^ {2}'?([\w-]+)'?:\s+'(.*)',$/gm)];
  return Object.fromEntries(lines.map(([, name = '', json = '']) => [name, JSON.parse(json.replace(/\\(.)/g, '$1'))]));
}

export async function writeSamples(registry: Registry): Promise<void> {
  const before = readSamples(await readFile(FILE, 'utf8').catch(() => ''));
  const farebox = await startFareboxProcess();
  const samples: Record<string, unknown> = {};
  for (const { name, method, path, reply, definition } of listToolsOnOffer(registry)) {
    const [example] = definition.examples;
    if (method !== 'POST' || reply !== 'json' || definition.body === 'multipart' || !example) continue;
    const { apiKey } = await farebox.account('test');
    const { status, body, text } = await farebox.request(method, path, { key: apiKey, body: example });
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    const sample = shorten(body);
    samples[name] = shapeOf(before[name]) === shapeOf(sample) ? before[name] : sample;
  }
  await farebox.stop();
  await writeFile(FILE, renderSamples(samples));
}

/** As the formatter of the project would write it. */
function renderSample(name: string, sample: unknown): string {
  const json = JSON.stringify(sample).replace(/[\\']/g, '\\$&');
  const key = name.includes('-') ? `'${name}'` : name;
  const line = `  ${key}: '${json}',`;
  return line.length <= LINE_LENGTH_MAX ? line : `  ${key}:\n    '${json}',`;
}

/** The file that `readSamples` reads. */
export const renderSamples = (samples: Readonly<Record<string, unknown>>): string =>
  `/** Answers of the sandbox to the first example of each tool, as JSON: \`npm run snapshots\` writes this file. */
const samples: Readonly<Record<string, string>> = {
${Object.entries(samples)
  .map(([name, sample]) => renderSample(name, sample))
  .join('\n')}
};

/** Undefined of tools that are newer than the file, or answer no JSON. */
export function readSample(tool: string): string | undefined {
  const { [tool]: json } = samples;
  return json === undefined ? undefined : JSON.stringify(JSON.parse(json), null, 2);
}
`;
