/** A JSON Schema as a list of fields, for people. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { FALLBACK, texts } from '../../locales/texts.ts';
import { describeField } from '../texts/tool-texts.ts';

export interface Field {
  /** Dotted: `results[].title`. */
  name: string;
  /** `string`, `integer[]`, `fast | slow`. */
  type: string;
  isRequired: boolean;
  /** Description, bounds and default. */
  note: string;
  /** Of the note: English for a description without a translation. */
  language: Language;
}

export type Schema = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 5;
const CHOICES_MAX = 12;

/** Fields of an object's schema, nested ones below their parents; empty for what is no object. */
export function listFields(schema: unknown, document: ApiDocument, language: Language = FALLBACK): Field[] {
  return listMembers(resolveSchema(schema, document), { document, language }, '', DEPTH_MAX);
}

interface Reader {
  document: ApiDocument;
  language: Language;
}

function listMembers(schema: Schema, reader: Reader, prefix: string, depth: number): Field[] {
  if (depth === 0) return [];
  const { document, language } = reader;
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
      ...formatNote(inner, language),
    };
    return [field, ...listNested(inner, reader, name, depth - 1)];
  });
  return [...parts.flatMap((part) => listMembers(part, reader, prefix, depth)), ...own];
}

function listNested(schema: Schema, reader: Reader, name: string, depth: number): Field[] {
  const { items, additionalProperties } = schema;
  const resolve = (member: Schema): Schema => resolveSchema(member, reader.document);
  if (isSchema(items)) return listMembers(resolve(items), reader, `${name}[].`, depth);
  if (isSchema(additionalProperties)) return listMembers(resolve(additionalProperties), reader, `${name}.*.`, depth);
  return listMembers(schema, reader, `${name}.`, depth);
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

/** Meaning and limits of a field. */
export function formatNote(schema: Schema, wanted: Language): Pick<Field, 'note' | 'language'> {
  const { description, default: usual } = schema;
  const own = typeof description === 'string' ? describeField(description, wanted) : null;
  const language = own?.language ?? wanted;
  const { defaultValue } = texts('docs', language);
  const parts = [
    own === null || /[.。]$/.test(own.text) ? (own?.text ?? '') : `${own.text}.`,
    ...listBounds(schema, language),
    usual === undefined ? '' : formatText(defaultValue, { value: JSON.stringify(usual) }, language),
  ];
  return { note: joinSentences(parts), language };
}

/** A full-width stop needs no space behind it. */
const joinSentences = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join(' ')
    .replace(/。 /g, '。');

const UNITS = [
  ['number', 'minimum', 'maximum'],
  ['characters', 'minLength', 'maxLength'],
  ['items', 'minItems', 'maxItems'],
] as const;

function listBounds(schema: Schema, language: Language): string[] {
  return UNITS.map(([unit, lowest, highest]) => {
    const { [lowest]: low, [highest]: high } = schema;
    const words = texts('docs', language).bounds[unit];
    const hasHigh = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER;
    const hasLow = typeof low === 'number' && low > -Number.MAX_SAFE_INTEGER && (low > 0 || unit === 'number');
    const text = hasLow && hasHigh ? words.between : hasHigh ? words.atMost : hasLow ? words.atLeast : '';
    return formatText(text, { low: String(low), high: String(high) }, language);
  });
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
