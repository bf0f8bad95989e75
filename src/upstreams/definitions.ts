/** Reads the definitions that upstreams send: bounded, in plain characters, with names of our own. */

import { toCanonicalJson } from '../kernel/tool/input.ts';
import type { JsonSchema } from '../kernel/tool/json-schema.ts';
import { sha256Hex } from '../lib/ids.ts';
import { isRecord } from '../lib/record.ts';
import { cleanText } from './clean-text.ts';
import { inlineRefs, SchemaError } from './schema/refs.ts';
import type { ForeignTool } from './types.ts';

export const TOOLS_MAX = 500;
const NAME_CHARACTERS_MAX = 128;
const TITLE_CHARACTERS_MAX = 100;
const DESCRIPTION_CHARACTERS_MAX = 2_000;
const FIELDS_MAX = 200;

/** `search_contacts` and `searchContacts` → `search-contacts`. */
export const toKebabCase = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Usable definitions, and why the others are not. */
export interface ReadDefinitions {
  tools: ForeignTool[];
  problems: string[];
}

export function readDefinitions(listed: readonly ForeignTool[]): ReadDefinitions {
  const problems: string[] = [];
  if (listed.length > TOOLS_MAX)
    problems.push(`It lists ${listed.length} tools; only the first ${TOOLS_MAX} are offered.`);
  const byName = new Map<string, ForeignTool>();
  for (const tool of listed.slice(0, TOOLS_MAX)) {
    const shown = JSON.stringify(cleanText(tool.name, 60));
    const file = toKebabCase(tool.name);
    try {
      if (file === '' || tool.name.length > NAME_CHARACTERS_MAX || cleanText(tool.name, 200) !== tool.name)
        throw new SchemaError('its name is empty, too long or holds control characters');
      if (byName.has(file)) throw new SchemaError('another tool has the same name in kebab case');
      byName.set(file, readDefinition(tool));
    } catch (thrown) {
      if (!(thrown instanceof SchemaError)) throw thrown;
      problems.push(`The tool ${shown} is not offered: ${thrown.message}.`);
    }
  }
  return { tools: [...byName.values()], problems };
}

/** Checks the schemas; what they hold stays as it came, so that the hash tells every change. */
function readDefinition(tool: ForeignTool): ForeignTool {
  const { properties } = inlineRefs(tool.inputSchema);
  if (isRecord(properties) && Object.keys(properties).length > FIELDS_MAX)
    throw new SchemaError(`it has more than ${FIELDS_MAX} fields`);
  if (tool.outputSchema) inlineRefs(tool.outputSchema);
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: cleanText(tool.title, TITLE_CHARACTERS_MAX) }),
    description: cleanText(tool.description, DESCRIPTION_CHARACTERS_MAX),
    inputSchema: cleanSchemaTexts(tool.inputSchema),
    ...(tool.outputSchema === undefined ? {} : { outputSchema: cleanSchemaTexts(tool.outputSchema) }),
    ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
  };
}

/** Descriptions and titles within a schema are read by models, too. */
function cleanSchemaTexts(schema: JsonSchema): JsonSchema {
  const cleaned: JsonSchema = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    (key === 'description' || key === 'title') && typeof value === 'string' ? cleanText(value, 1_000) : value,
  );
  return cleaned;
}

/** Names in `farebox.yaml` that the upstream does not have. */
export function listUnknownEntries(entries: object | undefined, tools: readonly ForeignTool[]): string[] {
  const names = new Set(tools.map(({ name }) => name));
  return Object.keys(entries ?? {}).filter((name) => !names.has(name));
}

export const hashDefinition = (tool: ForeignTool): string => sha256Hex(toCanonicalJson(tool));
