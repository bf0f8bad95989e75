/** JSON Schemas in the forms that lists show: without noise, short, and as strict clients take them. */
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import { isRecord } from '../lib/record.ts';

type Change = (schema: JsonSchema) => JsonSchema;

const SINGLES: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'contains']);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** One of these says what a value may be. */
const SAYING = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not'] as const;
const ANY_TYPE = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Changes every schema within, innermost first; values such as defaults and enums stay as they are. */
function mapSchema(schema: JsonSchema, change: Change): JsonSchema {
  const members = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (SINGLES.has(key) && isRecord(value)) return [key, mapSchema(value, change)];
    if (LISTS.has(key) && Array.isArray(value)) return [key, value.map((one) => mapSchema(one, change))];
    if (MAPS.has(key) && isRecord(value)) return [key, mapMembers(value, (one) => mapSchema(one, change))];
    return [key, value];
  });
  return change(Object.fromEntries(members));
}

function mapMembers(members: JsonSchema, change: (schema: JsonSchema, name: string) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, isRecord(value) ? change(value, name) : value]),
  );
}

function filterMembers(schema: JsonSchema, keep: (key: string, value: unknown) => boolean): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key, value]) => keep(key, value)));
}

/**
 * Bounds of exact integers, which the schema library writes for every integer, and empty defaults tell a model nothing.
 * Words of our own (`x-covers`) stand in the description. A schema that allows everything says so in words, since strict clients refuse `{}`.
 */
export function cleanSchema(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (one) => {
    const shortened = filterMembers(
      one,
      (key, value) =>
        !key.startsWith('x-') &&
        !(Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER && /^(min|max)imum$/.test(key)) &&
        !(key === 'default' && isRecord(value) && Object.keys(value).length === 0),
    );
    const { additionalProperties: more } = shortened;
    const open = isRecord(more) && more.type === ANY_TYPE ? { ...shortened, additionalProperties: true } : shortened;
    return SAYING.some((word) => word in open) ? open : { ...open, type: ANY_TYPE };
  });
}

/** For output schemas in lists: without descriptions. `describe_tool` gives the whole of it. */
export function removeDescriptions(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (one) => filterMembers(one, (key) => key !== 'description'));
}

/** For inputs in short lists: of what a list of objects holds, names and types; without what every text or record is. */
export function shortenSchema(schema: JsonSchema): JsonSchema {
  const simplified = mapSchema(schema, (one) =>
    filterMembers(one, (key, value) => key !== 'propertyNames' && !(/^min(Length|Items)$/.test(key) && value === 1)),
  );
  return isRecord(simplified.properties)
    ? { ...simplified, properties: mapMembers(simplified.properties, shortenField) }
    : simplified;
}

function shortenField(field: JsonSchema): JsonSchema {
  const { items } = field;
  if (!isRecord(items) || !isRecord(items.properties)) return field;
  const properties = mapMembers(items.properties, ({ type = ANY_TYPE }) => ({ type }));
  return { ...field, items: { ...items, properties } };
}

/** Optional members may be null: clients that send every argument, as strict modes do, have no other way to leave one out. */
export function allowNulls(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (one) => {
    if (!isRecord(one.properties)) return one;
    const required: readonly unknown[] = Array.isArray(one.required) ? one.required : [];
    const properties = mapMembers(one.properties, (field, name) =>
      required.includes(name) ? field : allowNull(field),
    );
    return { ...one, properties };
  });
}

function allowNull(schema: JsonSchema): JsonSchema {
  if (takesNull(schema)) return schema;
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (type === undefined || 'const' in schema) return { anyOf: [schema, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  return { ...schema, type: [...types, 'null'], ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

function takesNull({ type, anyOf, enum: values }: JsonSchema): boolean {
  if (Array.isArray(values) && !values.includes(null)) return false;
  if (Array.isArray(anyOf)) return anyOf.some((one) => isRecord(one) && takesNull(one));
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** The same input without the optional members that are null and whose own schema has no use for null. */
export function removeNulls(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isRecord(items) ? value.map((item) => removeNulls(items, item)) : value;
  }
  const { properties, required } = schema;
  if (!isRecord(value) || !isRecord(properties)) return value;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isRecord(field)) return [[name, given]];
    if (given === null) return needed.includes(name) || takesNull(field) || !isSaid(field) ? [[name, given]] : [];
    return [[name, removeNulls(field, given)]];
  });
  return Object.fromEntries(members);
}

const isSaid = (schema: JsonSchema): boolean => SAYING.some((word) => word in schema);
