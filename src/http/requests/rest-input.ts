/** Makes a tool's input from a REST request: query, then body, then path, so that the path always wins. */
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';

/** Type as which the text of a query or path parameter is read. */
type Kind = 'number' | 'integer' | 'boolean' | 'text';

interface Reading {
  kind: Kind;
  /** A list: repeated, or with commas between. */
  isList: boolean;
}

export type Readings = ReadonlyMap<string, Reading>;

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const INTEGER = /^[+-]?\d{1,15}$/;
/** A list in a query has at most this many elements; the schema bounds it further. */
const LIST_MAX = 1_000;

/** Types of the schema's fields, computed once for each tool. Plain texts are left out. */
export function buildReadings(inputSchema: JsonSchema): Readings {
  const readings = new Map<string, Reading>();
  for (const [field, schema] of Object.entries(toObject(inputSchema.properties))) {
    const reading = buildReading(toObject(schema));
    if (reading.isList || reading.kind !== 'text') readings.set(field, reading);
  }
  return readings;
}

function buildReading(schema: Record<string, unknown>): Reading {
  const variants = listVariants(schema);
  const [list] = variants.filter(({ type }) => type === 'array');
  if (list && variants.length === 1) return { kind: buildReading(toObject(list.items)).kind, isList: true };
  const types = new Set(variants.map(({ type }) => type));
  if (types.size !== 1) return { kind: 'text', isList: false };
  const [type] = types;
  const kind = type === 'number' || type === 'integer' || type === 'boolean' ? type : 'text';
  return { kind, isList: false };
}

/** The alternatives of a schema, without null. They stand in `anyOf`, `oneOf`, or as a list of types. */
function listVariants(schema: Record<string, unknown>): Record<string, unknown>[] {
  const { type, anyOf, oneOf } = schema;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return alternatives.map(toObject).flatMap(listVariants);
  const types: unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((one) => one !== 'null').map((one) => ({ ...schema, type: one }));
}

function toObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}

/** Query parameters as input fields. Of a repeated one the last counts, unless it is a list. */
export function readQuery(query: URLSearchParams, readings: Readings): Record<string, unknown> {
  // Object.fromEntries defines members of its own, so that a parameter named __proto__ is harmless.
  return Object.fromEntries(
    [...new Set(query.keys())].map((field) => {
      const reading = readings.get(field);
      const values = query.getAll(field);
      const last = values.at(-1) ?? '';
      if (!reading) return [field, last];
      if (!reading.isList) return [field, readText(last, reading.kind)];
      const texts = values.length > 1 ? values : last === '' ? [] : last.split(',', LIST_MAX);
      return [field, texts.slice(0, LIST_MAX).map((text) => readText(text.trim(), reading.kind))];
    }),
  );
}

/** Path parameters as input fields. */
export function readPath(params: Readonly<Record<string, string>>, readings: Readings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([field, text]) => [field, readText(text, readings.get(field)?.kind ?? 'text')]),
  );
}

/** Text that does not fit its kind stays text: the schema then says what is wrong. */
function readText(text: string, kind: Kind): unknown {
  switch (kind) {
    case 'number':
      return NUMBER.test(text) ? Number(text) : text;
    case 'integer':
      return INTEGER.test(text) ? Number(text) : text;
    case 'boolean':
      return /^(?:true|1)$/i.test(text) ? true : /^(?:false|0)$/i.test(text) ? false : text;
    case 'text':
      return text;
  }
}
