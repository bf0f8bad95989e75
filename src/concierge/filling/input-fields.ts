/** Reads a tool's input schema. */
import type { RegisteredTool } from '../../kernel/tool/registry.ts';

export const hasField = (tool: RegisteredTool | undefined, field: string): boolean =>
  tool !== undefined && Object.hasOwn(tool.definition.input.shape, field);

export function isFitting({ definition }: RegisteredTool, field: string, value: unknown): boolean {
  return Object.hasOwn(definition.input.shape, field) && isFittingField(definition.input.shape[field], value);
}

export const isFittingField = (schema: unknown, value: unknown): boolean =>
  value !== undefined && isSchema(schema) && schema.safeParse(value).success;

interface Schema {
  safeParse(value: unknown): { success: boolean };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function';
