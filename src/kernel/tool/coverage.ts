/** The input size that one price covers, and its description. */

import { truncate } from '../../text/truncate.ts';
import { type JsonSchema, readProperties } from './json-schema.ts';

/** Of one field. */
export interface Coverage {
  amount: number;
  unit: 'characters' | 'bytes' | 'tokens' | 'seconds' | 'pages';
  /** How much there is of it, in units; `input` for fields whose meaning depends on others. */
  measure(value: unknown, input: Readonly<Record<string, unknown>>): number;
  /**
   * Inputs of which the price covers less, by a name that they say: its share of the amount. Beyond that their ceiling tells
   * how many prices they take.
   */
  less?: {
    choose(input: Readonly<Record<string, unknown>>): string | undefined;
    shares: Readonly<Record<string, number>>;
  };
}

export type Covers = Readonly<Record<string, Coverage>>;

/** Amount that one price covers for this very input. */
export const readAmount = ({ amount, less }: Coverage, input: Readonly<Record<string, unknown>>): number =>
  takeShare(amount, less?.shares[less.choose(input) ?? '']);

const takeShare = (amount: number, share = 1): number => Math.max(1, Math.round(amount * share));

/** Of a text, as engines count them that are paid by the character. */
export const characters = (amount: number): Coverage => ({
  amount,
  unit: 'characters',
  measure: (value) => (typeof value === 'string' ? value.length : 0),
});

/** Of a text or several in UTF-8: no model has more tokens than these. */
export const bytes = (amount: number): Coverage => ({ amount, unit: 'bytes', measure: countBytes });

/** Of an answer: the number itself. */
export const tokens = (amount: number): Coverage => ({ amount, unit: 'tokens', measure: readNumber });

/** Of sound. */
export const seconds = (amount: number, measure: Coverage['measure']): Coverage => ({
  amount,
  unit: 'seconds',
  measure,
});

/** That are read. */
export const pages = (amount: number, measure: Coverage['measure']): Coverage => ({ amount, unit: 'pages', measure });

function countBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Array.isArray(value) ? value.reduce((sum: number, one) => sum + countBytes(one), 0) : 0;
}

const readNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The schema with what the price covers at each field: `x-covers`, and in words. */
export function annotateSchema(schema: JsonSchema, covers: Covers): JsonSchema {
  if (Object.keys(covers).length === 0) return schema;
  const properties = Object.entries(readProperties(schema)).map(([field, member]): [string, unknown] => {
    const coverage = covers[field];
    if (!coverage) return [field, member];
    const text = typeof member.description === 'string' ? `${member.description.replace(/\.?$/, '.')} ` : '';
    const description = `${text}One price covers ${formatAmount(coverage)}.`;
    return [field, { ...member, description, 'x-covers': coverage.amount }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** `{text: 120}`, as documents and errors show it; of this very input, where there is one. */
export const listAmounts = (covers: Covers, input: Readonly<Record<string, unknown>> = {}): Record<string, number> =>
  Object.fromEntries(Object.entries(covers).map(([field, coverage]) => [field, readAmount(coverage, input)]));

/** The member `covers` of a description; none where the price covers everything. */
export const describeCovers = (covers: Covers): { covers?: Record<string, number> } =>
  Object.keys(covers).length > 0 ? { covers: listAmounts(covers) } : {};

/** ` per 120 characters of text`, to stand behind a price; empty where it covers all. */
export const formatUnit = (covers: Covers): string => {
  const covered = formatCovers(covers);
  return covered && ` per ${covered}`;
};

/** `120 characters of text`, `18000 bytes of prompt or 500 tokens of maxTokens`; empty where all is covered. */
export const formatCovers = (covers: Covers, input: Readonly<Record<string, unknown>> = {}): string =>
  Object.entries(covers)
    .map(([field, coverage]) => `${readAmount(coverage, input)} ${coverage.unit} of ${field}`)
    .join(' or ');

/** `36000 bytes (with large 240)`. */
function formatAmount({ amount, unit, less }: Coverage): string {
  const others = Object.entries(less?.shares ?? {}).map(([name, share]) => `with ${name} ${takeShare(amount, share)}`);
  return `${amount} ${unit}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

/** The beginning of a text that one price covers. */
export function cutToCoverage(text: string, coverage: Coverage | undefined): string {
  if (!coverage || coverage.measure(text, {}) <= coverage.amount) return text;
  let [fits, tooLong] = [0, Math.min(text.length, coverage.amount + 1)];
  while (tooLong - fits > 1) {
    const half = (fits + tooLong) >> 1;
    if (coverage.measure(text.slice(0, half), {}) <= coverage.amount) fits = half;
    else tooLong = half;
  }
  return truncate(text, fits);
}
