/** Kinds of values in `farebox.yaml`. Each message says what to write. */
import { z } from 'zod';
import { type Micros, usd } from '../../lib/money.ts';

const USD_MAX = 1_000;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;
const DURATION = /^(\d{1,6})(ms|s|m|h)$/;

const PRICE_FORM = 'must be `free` or an amount in USD with at most six decimals, such as 0.004';

/** `free` or USD, as micro-USD. */
export const price = z
  .union([z.literal('free'), z.number().min(0, PRICE_FORM).max(USD_MAX, `must be at most ${USD_MAX}`)], {
    error: PRICE_FORM,
  })
  .transform((value, ctx): Micros => parseUsd(value === 'free' ? 0 : value) ?? refuse(ctx, PRICE_FORM));

const AMOUNT_FORM = 'must be an amount in USD with at most six decimals, such as 0.001';

/** USD, as micro-USD. */
export const amount = z
  .number({ error: AMOUNT_FORM })
  .min(0, AMOUNT_FORM)
  .max(USD_MAX, `must be at most ${USD_MAX}`)
  .transform((value, ctx): Micros => parseUsd(value) ?? refuse(ctx, AMOUNT_FORM));

/** Exact to the micro-USD; null for what has more decimals. */
function parseUsd(value: number): Micros | null {
  const text = value.toFixed(6);
  return Math.abs(Number(text) - value) > 1e-12 ? null : usd(text);
}

function refuse(ctx: z.RefinementCtx, message: string): never {
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** `50%`, as a fraction. */
export const percentage = (max: number) => {
  const form = `must be a percentage from 0% to ${max * 100}%, such as 50%`;
  return z
    .string({ error: form })
    .regex(/^\d{1,5}(\.\d{1,2})?%$/, form)
    .transform((value) => Number(value.slice(0, -1)) / 100)
    .refine((fraction) => fraction <= max, form);
};

/** `30s`, as milliseconds. */
export function duration(minMs: number, maxMs: number, example: string) {
  const form = `must be a duration from ${formatDuration(minMs)} to ${formatDuration(maxMs)}, such as ${example}`;
  return z
    .string({ error: form })
    .regex(DURATION, form)
    .transform(parseDuration)
    .refine((ms) => ms >= minMs && ms <= maxMs, form);
}

function parseDuration(text: string): number {
  const [, count = '0', unit = 'ms'] = DURATION.exec(text) ?? [];
  const factor = Object.entries(UNIT_MS).find(([name]) => name === unit)?.[1] ?? 1;
  return Number(count) * factor;
}

function formatDuration(ms: number): string {
  if (ms % UNIT_MS.m === 0) return `${ms / UNIT_MS.m}m`;
  return ms % UNIT_MS.s === 0 ? `${ms / UNIT_MS.s}s` : `${ms}ms`;
}

export const integer = (min: number, max: number) => {
  const form = `must be a whole number from ${min} to ${max}`;
  return z.number({ error: form }).int(form).min(min, form).max(max, form);
};

export const text = (charactersMax: number) =>
  z
    .string({ error: 'must be a text' })
    .min(1, 'must not be empty')
    .max(charactersMax, `must have at most ${charactersMax} characters`);

export const flag = z.boolean({ error: 'must be true or false' });

export const choice = <const W extends string>(...words: readonly [W, ...W[]]) =>
  z.enum(words, { error: `must be ${words.slice(0, -1).join(', ')}${words.length > 1 ? ' or ' : ''}${words.at(-1)}` });

const URL_FORM = 'must be an address that starts with https:// or http://';

export const webAddress = z
  .string({ error: URL_FORM })
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), URL_FORM);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** They follow from the request itself. */
const FIXED_HEADERS = /^(?:host|content-length|transfer-encoding|connection|mcp-.*)$/i;

export const headers = z
  .record(
    z.string().regex(HEADER_NAME, 'must be the name of an HTTP header'),
    z
      .string({ error: 'must be a text: put it in quotation marks' })
      .max(8_192, 'must have at most 8192 characters')
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of printable characters'),
  )
  .refine((all) => !Object.keys(all).some((name) => FIXED_HEADERS.test(name)), 'must not set headers of the protocol');
