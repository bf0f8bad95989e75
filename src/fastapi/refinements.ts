/** Reports refinements of a tool's schema on values of the right type, in FastAPI's format. */
import { z } from 'zod';
import type { Faults, Loc } from './items.ts';
import type { Json } from './json.ts';
import { FAULTY, type Reader } from './scalars.ts';

type Issue = z.core.$ZodIssue;

/** Reads as `read` does, and then asks the schema; what it makes of the value is for the tool's call alone. */
export function refineReader(readInner: Reader, schema: z.core.$ZodType): Reader {
  return (value, loc, faults) => {
    const plain = readInner(value, loc, faults);
    if (plain === FAULTY) return FAULTY;
    const parsed = z.safeParse(schema, plain);
    if (parsed.success) return plain;
    addIssues(parsed.error.issues, value, loc, faults);
    return FAULTY;
  };
}

/** `value`: what was sent at `loc`, where the paths of the issues begin. */
export function addIssues(issues: readonly Issue[], value: Json, loc: Loc, faults: Faults): void {
  for (const issue of issues) {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    addIssue(issue, findInput(value, path), [...loc, ...path], faults);
  }
}

function addIssue(issue: Issue, input: Json, loc: Loc, faults: Faults): void {
  if (issue.code === 'invalid_value') {
    faults.unknownWords.push({ field: loc.slice(1).join('.'), accepted: issue.values.map(String) });
    return;
  }
  const text = describeLengthFault(issue, input) ?? {
    type: 'value_error',
    message: `Value error, ${issue.message}`,
    context: { error: {} },
  };
  faults.add({ type: text.type, loc, message: text.message, input, context: JSON.stringify(text.context) });
}

interface FaultText {
  type: string;
  message: string;
  context: object;
}

function describeLengthFault(issue: Issue, input: Json): FaultText | null {
  if (issue.code === 'not_multiple_of') {
    const { divisor } = issue;
    const message = `Input should be a multiple of ${divisor}`;
    return { type: 'multiple_of', message, context: { multiple_of: divisor } };
  }
  const limit = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : null;
  if (limit === null) return null;
  const isLeast = issue.code === 'too_small';
  const bound = isLeast ? { min_length: Number(limit) } : { max_length: Number(limit) };
  const most = isLeast ? 'at least' : 'at most';
  if (typeof input === 'string') {
    const message = `String should have ${most} ${formatCount(Number(limit), 'character')}`;
    return { type: isLeast ? 'string_too_short' : 'string_too_long', message, context: bound };
  }
  if (!Array.isArray(input)) return null;
  const message = `List should have ${most} ${formatCount(Number(limit), 'item')} after validation, not ${input.length}`;
  const context = { field_type: 'List', ...bound, actual_length: input.length };
  return { type: isLeast ? 'too_short' : 'too_long', message, context };
}

const formatCount = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Value at this path of the input; null if there is none. */
function findInput(value: Json, path: readonly (string | number)[]): Json {
  return path.reduce<Json>((at, key) => {
    if (at instanceof Map) return at.get(String(key)) ?? null;
    return Array.isArray(at) && typeof key === 'number' ? (at[key] ?? null) : null;
  }, value);
}
