/** A JSON Schema as a list of fields, for people. */
import type { ApiDocument } from '../../describe/openapi/types.ts';

export interface Field {
  /** Dotted: `results[].title`. */
  name: string;
  /** `string`, `integer[]`, `fast | slow`. */
  type: string;
  isRequired: boolean;
  /** Description, bounds and default. */
  note: string;
}

export type Schema = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 5;
const CHOICES_MAX = 12;

/** Fields of an object's schema, nested ones below their parents; empty for what is no object. */
export function listFields(schema: unknown, document: ApiDocument): Field[] {
  return listMembers(resolveSchema(schema, document), document, '', DEPTH_MAX);
}

function listMembers(schema: Schema, document: ApiDocument, prefix: string, depth: number): Field[] {
  if (depth === 0) return [];
  const { allOf, properties, required } = schema;
  const parts = Array.isArray(allOf) ? allOf.map((part) => resolveSchema(part, document)) : [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const own = Object.entries(isSchema(properties) ? properties : {}).flatMap(([key, member]) => {
    const inner = resolveSchema(member, document);
    const name = `${prefix}${key}`;
    const field = {
      name,
      type: formatType(inner, document),
      isRequired: needed.includes(key),
      note: formatNote(inner),
    };
    return [field, ...listNested(inner, document, name, depth - 1)];
  });
  return [...parts.flatMap((part) => listMembers(part, document, prefix, depth)), ...own];
}

function listNested(schema: Schema, document: ApiDocument, name: string, depth: number): Field[] {
  const { items, additionalProperties } = schema;
  if (isSchema(items)) return listMembers(resolveSchema(items, document), document, `${name}[].`, depth);
  if (isSchema(additionalProperties)) {
    return listMembers(resolveSchema(additionalProperties, document), document, `${name}.*.`, depth);
  }
  return listMembers(schema, document, `${name}.`, depth);
}

export function formatType(schema: unknown, document: ApiDocument): string {
  const { type, items, enum: choices, const: only, anyOf, oneOf, format } = resolveSchema(schema, document);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(choices)) {
    const values = choices.slice(0, CHOICES_MAX).map(String);
    return [...values, ...(choices.length > values.length ? ['…'] : [])].join(' | ');
  }
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives))
    return [...new Set(alternatives.map((one) => formatType(one, document)))].join(' | ');
  if (type === 'array') return `${isSchema(items) ? formatType(items, document) : 'any'}[]`;
  if (Array.isArray(type)) return type.map(String).join(' | ');
  if (format === 'binary') return 'file';
  return typeof type === 'string' ? type : 'any';
}

/** What it means, and between which bounds it must lie. */
export function formatNote(schema: Schema): string {
  const { description, default: usual } = schema;
  const words = typeof description === 'string' ? description.replace(/\.?$/, '.') : '';
  const bounds = formatBounds(schema);
  const notes = [words, bounds, usual === undefined ? '' : `Default ${JSON.stringify(usual)}.`];
  return notes.filter((note) => note !== '').join(' ');
}

function formatBounds({ minimum, maximum, minLength, maxLength, minItems, maxItems }: Schema): string {
  const between = (low: unknown, high: unknown, unit: string): string => {
    const hasHigh = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER;
    const hasLow = typeof low === 'number' && low > -Number.MAX_SAFE_INTEGER && (low > 0 || unit === '');
    if (hasLow && hasHigh) return `${low} to ${high}${unit}.`;
    if (hasHigh) return `At most ${high}${unit}.`;
    return hasLow ? `At least ${low}${unit}.` : '';
  };
  const texts = [
    between(minimum, maximum, ''),
    between(minLength, maxLength, ' characters'),
    between(minItems, maxItems, ' items'),
  ];
  return texts.filter((text) => text !== '').join(' ');
}

/** The schema itself, or the component that it refers to. */
export function resolveSchema(schema: unknown, { components }: ApiDocument): Schema {
  if (!isSchema(schema)) return {};
  const { $ref, ...beside } = schema;
  if (typeof $ref !== 'string') return schema;
  const { [$ref.replace('#/components/schemas/', '')]: target } = components.schemas;
  return isSchema(target) ? { ...target, ...beside } : beside;
}

function isSchema(value: unknown): value is Schema {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
