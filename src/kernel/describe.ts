/** JSON Schema of a tool's input and output, computed once at start. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** Draft 2020-12 without the dialect address, which old clients choke on. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
