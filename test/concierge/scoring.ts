/** Judges routes by the rules of the evaluation: tool lists, slots, and what counts as the same value. */

export interface Case {
  id: string;
  lang: 'en' | 'ja' | 'zh';
  message: string;
  expect: string[][];
  slots: Record<string, Record<string, unknown>>;
  tags: string[];
}

export interface RoutedStep {
  tool: string;
  input: Record<string, unknown>;
  from?: Record<string, unknown> | undefined;
}

/** The default of a tool's field, where its documents tell one. */
export type DefaultOf = (tool: string, field: string) => unknown;

/** Null when the case passes, else what differed. */
export function faultOf(test: Case, steps: readonly RoutedStep[], defaultOf: DefaultOf): string | null {
  const chosen = steps.map(({ tool }) => tool);
  const isChain = test.tags.includes('chain');
  const same = (expected: readonly string[]): boolean =>
    isChain ? equal(expected, chosen) : equal([...expected].sort(), [...chosen].sort());
  if (!test.expect.some(same)) return `tools [${chosen.join(', ')}]`;
  for (const { tool, input, from } of steps) {
    for (const [field, wanted] of Object.entries(test.slots[tool] ?? {})) {
      if (from !== undefined && Object.hasOwn(from, field)) continue;
      const value = givenValue(tool, field, input, defaultOf);
      if (!fitsSlot(field, value, wanted)) return `${tool}.${field} = ${JSON.stringify(value)}`;
    }
  }
  return null;
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

function givenValue(tool: string, field: string, input: Record<string, unknown>, defaultOf: DefaultOf): unknown {
  if (Object.hasOwn(input, field)) return input[field];
  if (tool === 'smart-translate' && field === 'targetLang' && Object.hasOwn(input, 'to')) return input.to;
  const { urls } = input;
  if (field === 'url' && Array.isArray(urls) && urls.length === 1) return urls[0];
  if (field === 'urls' && Object.hasOwn(input, 'url')) return [input.url];
  return defaultOf(tool, field);
}

function fitsSlot(field: string, value: unknown, wanted: unknown): boolean {
  if (isFragments(wanted)) {
    const text = Array.isArray(value) ? value.map(plain).join('\n') : plain(value);
    const occurs = (fragment: unknown): boolean => text.includes(plain(fragment));
    const has = (wanted.has ?? []).every((one) => (Array.isArray(one) ? one.some(occurs) : occurs(one)));
    return value !== undefined && has && !(wanted.lacks ?? []).some(occurs);
  }
  if (Array.isArray(value)) {
    const choices = Array.isArray(wanted) && wanted.some(Array.isArray) ? wanted : [wanted];
    return choices.some((choice) => Array.isArray(choice) && sameList(value, choice));
  }
  const choices = Array.isArray(wanted) ? wanted : [wanted];
  return choices.some((choice) => sameValue(field, value, choice));
}

interface Fragments {
  has?: unknown[];
  lacks?: unknown[];
}

const isFragments = (wanted: unknown): wanted is Fragments =>
  typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted) && ('has' in wanted || 'lacks' in wanted);

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  equal(a.map(plain).sort(), b.map(plain).sort());

function sameValue(field: string, value: unknown, wanted: unknown): boolean {
  if (value === undefined) return false;
  if (typeof wanted === 'boolean' || typeof value === 'boolean') return value === wanted;
  if (typeof wanted === 'number' || typeof value === 'number') return Number(value) === Number(wanted);
  if (field === 'coins' || field === 'vsCurrencies') return sameList(listed(value), listed(wanted));
  const [one, other] = [pairOf(value), pairOf(wanted)];
  if (one && other) return one[0] === other[0] && one[1] === other[1];
  return plain(value) === plain(wanted);
}

const listed = (value: unknown): string[] => String(value).split(',');

function pairOf(value: unknown): [number, number] | null {
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(String(value));
  return match ? [Number(match[1]), Number(match[2])] : null;
}

const QUOTES = /^["'“”‘’「」『』«»`]+|["'“”‘’「」『』«»`]+$/g;

function plain(value: unknown): string {
  const text = String(value).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (/^https?:\/\//.test(text)) return text;
  return text
    .replace(QUOTES, '')
    .replace(/[.。,，、!！?？;；:：…]+$/, '')
    .replace(QUOTES, '')
    .trim();
}
