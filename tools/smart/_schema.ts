/** The JSON schemas that callers may give, and values against them. Few words are enough, and none of them can loop. */
import { isRecord } from '../../src/lib/record.ts';
import { truncate } from '../../src/text/truncate.ts';

/** A schema that `schemaFault` has found nothing wrong with. */
export interface CallerSchema {
  type?: string | string[];
  properties?: Record<string, CallerSchema>;
  items?: CallerSchema;
  enum?: (string | number | boolean | null)[];
  required?: string[];
  description?: string;
}

const words = new Set(['type', 'properties', 'items', 'enum', 'required', 'description']);
const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const DEPTH_MAX = 6;
const NODES_MAX = 200;
const NAME_CHARS_MAX = 64;
const ENUM_MAX = 100;
const DESCRIPTION_CHARS_MAX = 500;

/** One sentence about the first thing that is wrong, with its place; null when the schema may be used. */
export function findSchemaFault(schema: Readonly<Record<string, unknown>>): string | null {
  if (schema.type !== 'object') return 'The schema must be of type object';
  if (!isRecord(schema.properties) || Object.keys(schema.properties).length === 0)
    return 'The schema has no properties';
  return findFaultAt(schema, 'schema', 1, { nodes: 0 });
}

function findFaultAt(schema: unknown, at: string, depth: number, count: { nodes: number }): string | null {
  if (!isRecord(schema)) return `${at} is no schema`;
  count.nodes++;
  if (depth > DEPTH_MAX) return `${at} is nested more than ${DEPTH_MAX} deep`;
  if (count.nodes > NODES_MAX) return `The schema has more than ${NODES_MAX} parts`;
  const extra = Object.keys(schema).find((word) => !words.has(word));
  if (extra !== undefined) return `${at} uses ${JSON.stringify(truncate(extra, 40))}; use ${[...words].join(', ')}`;
  const { type, properties = {}, items, description } = schema;
  if (type !== undefined && !isType(type)) return `${at}.type is none of ${[...types].join(', ')}`;
  if (description !== undefined && !isText(description, DESCRIPTION_CHARS_MAX))
    return `${at}.description is no short text`;
  if (!isRecord(properties)) return `${at}.properties is no object`;
  const fault = findEnumFault(schema, at) ?? findRequiredFault(schema, properties, at);
  if (fault !== null) return fault;
  for (const [name, member] of Object.entries(properties)) {
    if (name === '' || name.length > NAME_CHARS_MAX || name === '__proto__')
      return `${at} has a property of no good name`;
    const inside = findFaultAt(member, `${at}.${name}`, depth + 1, count);
    if (inside !== null) return inside;
  }
  return items === undefined ? null : findFaultAt(items, `${at}.items`, depth + 1, count);
}

function findEnumFault({ enum: choices }: Readonly<Record<string, unknown>>, at: string): string | null {
  if (choices === undefined) return null;
  const fits = Array.isArray(choices) && choices.length > 0 && choices.length <= ENUM_MAX && choices.every(isPlain);
  return fits ? null : `${at}.enum must list 1 to ${ENUM_MAX} texts, numbers, booleans or null`;
}

function findRequiredFault(
  { required }: Readonly<Record<string, unknown>>,
  properties: object,
  at: string,
): string | null {
  if (required === undefined) return null;
  const fits =
    Array.isArray(required) && required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return fits ? null : `${at}.required must list names of its properties`;
}

function isType(type: unknown): boolean {
  if (typeof type === 'string') return types.has(type);
  return Array.isArray(type) && type.length > 0 && type.length <= types.size && type.every((one) => types.has(one));
}

function isText(value: unknown, charsMax: number): boolean {
  return typeof value === 'string' && value.length <= charsMax;
}

function isPlain(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' && value.length <= 200) ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  );
}

const listTypes = ({ type }: CallerSchema): string[] => (typeof type === 'string' ? [type] : (type ?? []));

const STRICT_DEPTH_MAX = 5;
const STRICT_PROPERTIES_MAX = 100;

/**
 * The same schema in the strict form that models can be held to: every property required, optional ones may be null, no
 * others. Null where it has no such form.
 */
export function buildStrictForm(schema: CallerSchema): Record<string, unknown> | null {
  const counted = { properties: 0 };
  const form = buildStrictAt(schema, 1, false, counted);
  return counted.properties > STRICT_PROPERTIES_MAX ? null : form;
}

function buildStrictAt(
  schema: CallerSchema,
  depth: number,
  nullable: boolean,
  counted: { properties: number },
): Record<string, unknown> | null {
  const { properties, items, enum: choices, description, required = [] } = schema;
  const kinds = listTypes(schema);
  if (kinds.length === 0 || depth > STRICT_DEPTH_MAX) return null;
  const type = nullable && !kinds.includes('null') ? [...kinds, 'null'] : kinds;
  const form: Record<string, unknown> = { type: type.length === 1 ? type[0] : type };
  if (description !== undefined) form.description = description;
  if (choices) form.enum = nullable && !choices.includes(null) ? [...choices, null] : choices;
  if (kinds.includes('object')) {
    const members = Object.entries(properties ?? {});
    counted.properties += members.length;
    if (members.length === 0) return null;
    const strict = members.map(([name, member]) => [
      name,
      buildStrictAt(member, depth + 1, !required.includes(name), counted),
    ]);
    if (strict.some(([, member]) => member === null)) return null;
    Object.assign(form, { properties: Object.fromEntries(strict), required: Object.keys(properties ?? {}) });
    form.additionalProperties = false;
  }
  if (kinds.includes('array')) {
    const inner = items && buildStrictAt(items, depth + 1, false, counted);
    if (!inner) return null;
    form.items = inner;
  }
  return form;
}

/** The value without what the schema does not name, and without nulls where a property may be left out. */
export function fitValue(value: unknown, schema: CallerSchema): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => fitValue(item, schema.items ?? {})) : value;
  if (!isRecord(value) || !schema.properties) return value;
  const members = Object.entries(schema.properties).flatMap(([name, member]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return [];
    const fitted = fitValue(value[name], member);
    const isLeftOut = fitted === null && !schema.required?.includes(name) && !isAccepted(null, member);
    return isLeftOut ? [] : [[name, fitted]];
  });
  return Object.fromEntries(members);
}

const ISSUES_MAX = 10;

/** Places at which a value does not fit its schema, in sentences; empty when all of it does. */
export function listIssues(value: unknown, schema: CallerSchema, at = 'data'): string[] {
  const kinds = listTypes(schema);
  if (!isAccepted(value, schema)) {
    const expected = schema.enum ? `one of ${truncate(JSON.stringify(schema.enum), 200)}` : kinds.join(' or ');
    return [`${at} must be ${expected}`];
  }
  const issues: string[] = [];
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries()) {
      issues.push(...listIssues(item, schema.items, `${at}[${index}]`));
      if (issues.length >= ISSUES_MAX) break;
    }
  } else if (isRecord(value)) {
    for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) issues.push(`${at}.${name} is missing`);
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(value, name)) issues.push(...listIssues(value[name], member, `${at}.${name}`));
    }
  }
  return issues.slice(0, ISSUES_MAX);
}

function isAccepted(value: unknown, schema: CallerSchema): boolean {
  const kinds = listTypes(schema);
  if (schema.enum && !schema.enum.some((choice) => choice === value)) return false;
  return kinds.length === 0 || kinds.some((kind) => isOfType(value, kind));
}

function isOfType(value: unknown, kind: string): boolean {
  switch (kind) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === kind;
  }
}
