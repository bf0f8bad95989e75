/** Builds a sample response from its schema; the table next to it describes the fields. */
import type { ApiDocument } from '../../describe/openapi/types.ts';
import { resolveSchema, type Schema } from './fields.ts';

const DEPTH_MAX = 5;

/** JSON, to be read. */
export const buildSample = (schema: unknown, api: ApiDocument): string =>
  JSON.stringify(sampleValue(resolveSchema(schema, api), api, DEPTH_MAX), null, 2);

function sampleValue(schema: Schema, api: ApiDocument, depth: number): unknown {
  const { examples, default: usual, const: only, enum: choices, anyOf, oneOf, items } = schema;
  if (only !== undefined) return only;
  for (const known of [examples, choices]) if (Array.isArray(known) && known.length > 0) return known[0];
  if (usual !== undefined && usual !== null) return usual;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return sampleValue(resolveSchema(alternatives[0], api), api, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return depth === 0 ? [] : [sampleValue(resolveSchema(items, api), api, depth - 1)];
  if (type === 'object' || schema.allOf !== undefined) return sampleObject(schema, api, depth);
  return sampleScalar(schema, type);
}

function sampleObject({ allOf, properties }: Schema, api: ApiDocument, depth: number): object {
  if (depth === 0) return {};
  const parts = Array.isArray(allOf) ? allOf.map((part) => resolveSchema(part, api)) : [];
  const own = Object.entries(Object(properties)).map(([key, member]) => [
    key,
    sampleValue(resolveSchema(member, api), api, depth - 1),
  ]);
  return Object.assign({}, ...parts.map((part) => sampleObject(part, api, depth)), Object.fromEntries(own));
}

function sampleScalar({ format, minimum }: Schema, type: unknown): unknown {
  if (type === 'integer' || type === 'number') return typeof minimum === 'number' && minimum > 1 ? minimum : 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (format === 'date-time') return '2026-11-21T09:00:00Z';
  if (format === 'uri') return 'https://example.com/';
  return '…';
}
