/** JSON Schema of a tool's input and output, computed once in a process, however many servers start in it. */
import { z } from 'zod';
import { isRecord } from '../../lib/record.ts';

export type JsonSchema = Record<string, unknown>;

const caches = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** Draft 2020-12 without the dialect address, which old clients choke on. The same object each time: not to be changed. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const before = caches[io].get(schema);
  if (before !== undefined) return before;
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  caches[io].set(schema, rest);
  return rest;
}

/** Of a tool's input; a field that falls back to a value of its own when it is missing is not required. */
export function toInputSchema(input: z.ZodObject): JsonSchema {
  const { required, ...rest } = toJsonSchema(input, 'input');
  const names: unknown[] = Array.isArray(required) ? required : [];
  const needed = Object.keys(input.shape).filter(
    (name) => names.includes(name) && !input.shape[name]?.safeParse(undefined).success,
  );
  return needed.length > 0 ? { ...rest, required: needed } : rest;
}

/** The members of an object's schema, by name. */
export function readProperties({ properties }: JsonSchema): Record<string, JsonSchema> {
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, isRecord(member) ? member : {}]));
}
