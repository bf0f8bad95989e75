/** A deterministic value that fits a schema: what test keys get, and the first example of a tool. */
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { isRecord } from '../../lib/record.ts';

const DEPTH_MAX = 8;

export const FORMAT_SAMPLES: Readonly<Record<string, string>> = {
  date: '2026-01-15',
  'date-time': '2026-01-15T09:30:00Z',
  time: '09:30:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

/** `all`: optional members too, as an answer has them. The schema has no references any more. */
export function buildSample(schema: unknown, all: boolean, depth = 0): unknown {
  if (!isRecord(schema) || depth > DEPTH_MAX) return null;
  const { const: fixed, default: usual, examples, enum: values } = schema;
  if (fixed !== undefined) return fixed;
  if (usual !== undefined) return usual;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (Array.isArray(values)) return values[0];
  const branch = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray);
  if (branch && schema.type === undefined) return buildSample(branch[0], all, depth + 1);
  return buildTyped(schema, all, depth);
}

function buildTyped(schema: JsonSchema, all: boolean, depth: number): unknown {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type ?? (isRecord(schema.properties) ? 'object' : undefined)) {
    case 'object':
      return buildObject(schema, all, depth);
    case 'array': {
      const count = Math.min(Math.max(toNumber(schema.minItems, 0), all ? 1 : 0), 10);
      return Array.from({ length: count }, () => buildSample(schema.items, all, depth + 1));
    }
    case 'integer':
    case 'number': {
      const low = toNumber(
        schema.minimum,
        toNumber(schema.exclusiveMinimum, 0) + (schema.exclusiveMinimum === undefined ? 0 : 1),
      );
      return Math.min(Math.max(1, low), toNumber(schema.maximum, Math.max(1, low)));
    }
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return buildText(schema);
  }
}

function buildObject({ properties, required }: JsonSchema, all: boolean, depth: number): Record<string, unknown> {
  const needed: unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([name]) => all || needed.includes(name),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, buildSample(member, all, depth + 1)]));
}

function buildText({ format, minLength, maxLength }: JsonSchema): string {
  const text = (typeof format === 'string' ? FORMAT_SAMPLES[format] : undefined) ?? 'sample';
  return text.padEnd(Math.min(toNumber(minLength, 0), 1_000), '.').slice(0, toNumber(maxLength, 1_000));
}

const toNumber = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
