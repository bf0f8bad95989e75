/** The sections of `farebox.yaml`, and the JSON Schema by which editors complete them. */
import { z } from 'zod';
import { isRecord } from '../../lib/record.ts';
import { accounts, priceLists } from './accounts.ts';
import { plugins } from './plugins.ts';
import { providers } from './providers.ts';
import { tools } from './tools.ts';
import { upstreams } from './upstreams.ts';

/** One line for each section; its schema is a file of this folder. */
export const fileSchema = z.strictObject({
  upstreams: upstreams.optional(),
  tools: tools.optional(),
  priceLists: priceLists.optional(),
  accounts: accounts.optional(),
  plugins: plugins.optional(),
  providers: providers.optional(),
});

export type FileSettings = z.output<typeof fileSchema>;

/** Served at `/farebox.schema.json`. */
export const buildFileSchema = (): object => ({
  title: 'farebox.yaml',
  description: 'Configuration of a Farebox server: its own tools, its plugins, prices and providers.',
  ...z.toJSONSchema(fileSchema, { io: 'input', unrepresentable: 'any', target: 'draft-7' }),
});

/** Names of the settings that may stand at a place of the file; empty where keys are free names. */
export const listKeysAt = (path: readonly PropertyKey[]): string[] => [
  ...new Set(listKeys(z.toJSONSchema(fileSchema, { io: 'input', unrepresentable: 'any' }), path)),
];

function listKeys(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (!isRecord(schema)) return [];
  const { anyOf, properties, additionalProperties, items } = schema;
  if (Array.isArray(anyOf)) return anyOf.flatMap((branch) => listKeys(branch, path));
  const [key, ...rest] = path;
  if (key === undefined) return isRecord(properties) ? Object.keys(properties) : [];
  if (typeof key === 'number') return listKeys(items, rest);
  const own = isRecord(properties) && Object.hasOwn(properties, key) ? properties[String(key)] : undefined;
  return listKeys(own ?? additionalProperties, rest);
}
