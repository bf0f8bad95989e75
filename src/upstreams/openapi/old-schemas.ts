/** Schemas of OpenAPI 3.0 as JSON Schema 2020-12. */
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { isRecord } from '../../lib/record.ts';

export function toJsonSchema2020(schema: JsonSchema): JsonSchema {
  const converted = convert(schema);
  return isRecord(converted) ? converted : {};
}

function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert);
  if (!isRecord(node)) return node;
  const { nullable, exclusiveMinimum, exclusiveMaximum, example, ...rest } = node;
  const members: JsonSchema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'enum' || key === 'default' ? value : convert(value)]),
  );
  if (nullable === true && typeof members.type === 'string') members.type = [members.type, 'null'];
  if (nullable === true && Array.isArray(members.enum)) members.enum = [...members.enum, null];
  if (exclusiveMinimum === true) moveBound(members, 'minimum', 'exclusiveMinimum');
  else if (exclusiveMinimum !== undefined && exclusiveMinimum !== false)
    members.exclusiveMinimum = convert(exclusiveMinimum);
  if (exclusiveMaximum === true) moveBound(members, 'maximum', 'exclusiveMaximum');
  else if (exclusiveMaximum !== undefined && exclusiveMaximum !== false)
    members.exclusiveMaximum = convert(exclusiveMaximum);
  if (example !== undefined && members.examples === undefined) members.examples = [example];
  return members;
}

function moveBound(members: JsonSchema, from: string, to: string): void {
  members[to] = members[from];
  delete members[from];
}
