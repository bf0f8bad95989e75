/** Requests to one tool that are as large as its documents allow: long runs of one character in each text, and wide JSON. */

import type { RegisteredTool } from '../../src/kernel/tool/registry.ts';
import { isRecord } from '../../src/lib/record.ts';

/** Characters that grow under NFKC, those of each class, and what patterns, selectors and parsers stumble over. */
export const runs = [
  'Ⅷ',
  'ﷺ',
  '㌀',
  'a',
  '0',
  ' ',
  '\n',
  '-',
  '.',
  '/',
  '@',
  '<',
  '(',
  '"',
  ':',
  '_',
  '漢',
  'カ',
  '\u0301',
  '\u200b',
  'a ',
  'a/',
  '<a ',
  '{"a":[',
  'div:has(',
  '😀',
];

export interface HostileRequest {
  what: string;
  path: string;
  method: string;
  type: string;
  body?: string | Uint8Array;
}

/** Of a text whose length nothing else bounds; the largest body takes it with the escapes of JSON. */
const UNITS_MAX = 150_000;
/** Query and path stand in the head of the request. */
const HEAD_UNITS_MAX = 1_300;

const fill = (run: string, units: number): string => run.repeat(Math.max(1, Math.floor(units / run.length)));

interface TextField {
  name: string;
  unitsMax: number;
  isList: boolean;
}

function listTexts({ inputSchema }: RegisteredTool): TextField[] {
  const { properties } = inputSchema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    const forms = isRecord(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
    const form = forms.find((one) => isRecord(one) && (one.type === 'string' || one.type === 'array'));
    if (!isRecord(form) || form.enum !== undefined) return [];
    const unitsMax = typeof form.maxLength === 'number' ? Math.min(form.maxLength, UNITS_MAX) : UNITS_MAX;
    return [{ name, unitsMax, isList: form.type === 'array' }];
  });
}

const unknownMembers = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`unknown${index}`, 1]));

/** `turn` chooses among the runs: other ones for each field, all of them where as many are asked for. */
export function buildHostileRequests(tool: RegisteredTool, runsEach: number, turn: number): HostileRequest[] {
  const [example] = tool.definition.examples;
  const base: Record<string, unknown> = isRecord(example) ? example : {};
  const requests = listTexts(tool).flatMap(({ name, unitsMax, isList }, index) =>
    Array.from({ length: runsEach }, (_, at) => {
      const run = runs[(turn + index * runsEach + at) % runs.length] ?? 'a';
      const isInHead = tool.method === 'GET' || tool.path.includes(`{${name}}`);
      const text = fill(run, isInHead ? Math.min(unitsMax, HEAD_UNITS_MAX) : unitsMax);
      const value = isList ? [text] : text;
      return buildRequest(tool, { ...base, [name]: value }, `${name} of ${JSON.stringify(run)}`);
    }),
  );
  if (tool.method === 'GET') return requests;
  const wide = { ...base, more: Array.from({ length: 20_000 }, () => ({})) };
  return [
    ...requests,
    buildRequest(tool, wide, 'a wide body'),
    buildRequest(tool, { ...base, ...unknownMembers }, 'a body of many members'),
    { ...buildRequest(tool, base, 'no JSON'), body: '{'.repeat(60_000) },
  ];
}

/** A request to a tool with these fields in path, query or body. */
export function buildRequest(tool: RegisteredTool, fields: Record<string, unknown>, what: string): HostileRequest {
  const { method } = tool;
  const inPath = new Set([...tool.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name));
  const path = tool.path.replace(/\{([^}]+)\}/g, (_all, name: string) => toUrl(fields[name] ?? 'x') || 'x');
  const isForm = tool.definition.body === 'form';
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  if (method !== 'GET') return { what, path, method, type, body: (isForm ? writeQuery : JSON.stringify)(fields) };
  const query = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)));
  return { what, method, type, path: `${path}?${writeQuery(query)}` };
}

const writeQuery = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${toUrl(value)}`)
    .join('&');

const toUrl = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());
