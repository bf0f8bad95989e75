/** Step of the build: writes what tools answer as TypeScript types, which the scripts of pages are checked against. Argument: the file. */
import { writeFile } from 'node:fs/promises';
import { type JsonSchema, readProperties } from '../kernel/tool/json-schema.ts';
import { loadRegistry, TOOLS_FOLDER } from '../kernel/tool/registry.ts';
import { isRecord } from '../lib/record.ts';

const isSchema = (value: unknown): value is JsonSchema => isRecord(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const union = (types: readonly string[], sign = ' | '): string => [...new Set(types)].join(sign) || 'unknown';

function writeType(schema: unknown): string {
  if (!isSchema(schema)) return 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = listOf(schema.anyOf ?? schema.oneOf);
  if (choices.length > 0) return union(choices.map(writeType));
  if (Array.isArray(schema.allOf)) return union(schema.allOf.map(writeType), ' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => writeType({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return Array.isArray(schema.prefixItems)
        ? `[${schema.prefixItems.map(writeType).join(', ')}]`
        : `Array<${writeType(schema.items)}>`;
    case 'object':
      return writeObject(schema);
    default:
      return 'unknown';
  }
}

function writeObject(schema: JsonSchema): string {
  const required = listOf(schema.required);
  const members = Object.entries(readProperties(schema)).map(
    ([name, member]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${writeType(member)}`,
  );
  if (members.length > 0) return `{ ${members.join('; ')} }`;
  return `Record<string, ${writeType(schema.additionalProperties)}>`;
}

const { tools } = await loadRegistry(TOOLS_FOLDER);
const answering = tools.filter(({ reply }) => reply === 'json');
const outputs = answering.map(({ name, outputSchema }) => `  '${name}': ${writeType(outputSchema)};`);
const routes = answering.flatMap(({ name, routes: own }) =>
  own.map(({ method, path }) => `  '${method} ${path.replace(/\{[^{}]+\}/g, '*')}': '${name}';`),
);
await writeFile(
  process.argv[2] ?? '',
  `/** What each tool answers, by its name. Written by the build. */
export interface Outputs {
${outputs.join('\n')}
}

/** The tool behind a method and a path, in which \`*\` stands for what differs. */
export interface Routes {
${routes.join('\n')}
}
`,
);
