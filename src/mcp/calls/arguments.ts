/**
 * Reads the options of `tools/call` besides the tool's input: idempotency key, price limit, and inline media in
 * `_meta`.
 */
import { TASK_REF, TASK_REF_RULE } from '../../kernel/call/types.ts';
import type { FareboxError, Issue } from '../../kernel/errors/errors.ts';
import type { CallTask } from '../../kernel/ports.ts';
import { createInvalidInputError, type RawInput } from '../../kernel/tool/input.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { fromUsd, type Micros } from '../../lib/money.ts';
import { isRecord } from '../../lib/record.ts';
import { type ExtraArgument, listExtras, META } from '../card.ts';
import { removeNulls } from '../schemas.ts';

/** As it was asked for. */
export interface ToolRequest {
  tool: RegisteredTool;
  raw: RawInput;
  /** `_meta`, where it is another than the protocol's own. */
  meta?: RawInput;
}

export interface ToolCallOptions {
  /** The tool's own input. */
  raw: RawInput;
  idempotencyKey?: string;
  maxPriceMicros?: Micros;
  task?: CallTask;
  quote?: string;
  inline: boolean;
}

type Meta = Readonly<Record<string, unknown>>;

/** As in the header of the REST door. */
const KEY = /^[\x21-\x7e]{1,255}$/;
const PRICE_USD_MAX = 1_000_000;

/** `_meta` wins over the argument of the same name. Throws INVALID_INPUT; nothing has been charged. */
export function readToolCallOptions(tool: RegisteredTool, rawInput: RawInput, meta: Meta): ToolCallOptions {
  const extras: readonly string[] = listExtras(tool);
  const read = (name: ExtraArgument): unknown =>
    meta[`${META}${name}`] ?? (extras.includes(name) ? rawInput[name] : undefined);
  const own = extras.some((name) => Object.hasOwn(rawInput, name))
    ? Object.fromEntries(Object.entries(rawInput).filter(([name]) => !extras.includes(name)))
    : rawInput;
  const raw = removeNulls(tool.inputSchema, own);
  const key = read('idempotencyKey') ?? undefined;
  const price = read('maxPrice') ?? undefined;
  const task = readTask(meta);
  const quote = meta[`${META}quote`];
  return {
    raw: isRecord(raw) ? raw : own,
    ...(key === undefined ? {} : { idempotencyKey: parseKey(key) }),
    ...(price === undefined ? {} : { maxPriceMicros: parsePrice('maxPrice', price) }),
    ...(task === undefined ? {} : { task }),
    ...(quote === undefined ? {} : { quote: String(quote) }),
    inline: meta[`${META}inline`] === true,
  };
}

function parseKey(value: unknown): string {
  if (typeof value === 'string' && KEY.test(value)) return value;
  throw createFault({ path: 'idempotencyKey', message: 'Must be 1 to 255 visible ASCII characters' });
}

/** In `_meta` alone: a model has no use for it. */
function readTask(meta: Meta): CallTask | undefined {
  const [ref, maxTotal] = [meta[`${META}taskRef`], meta[`${META}maxTotal`]];
  if (ref === undefined && maxTotal === undefined) return undefined;
  if (typeof ref !== 'string' || !TASK_REF.test(ref)) throw createFault({ path: 'taskRef', message: TASK_REF_RULE });
  return maxTotal === undefined ? { ref } : { ref, maxTotalMicros: parsePrice('maxTotal', maxTotal) };
}

function parsePrice(path: string, value: unknown): Micros {
  if (typeof value === 'number' && value >= 0 && value <= PRICE_USD_MAX) return fromUsd(value);
  throw createFault({ path, message: 'An amount in USD, 0 or more' });
}

function createFault(issue: Issue): FareboxError {
  return createInvalidInputError([issue]);
}
