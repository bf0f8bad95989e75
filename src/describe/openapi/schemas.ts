/** JSON Schemas of tools as components of the description. */
import { type JsonSchema, readProperties } from '../../kernel/tool/json-schema.ts';
import type { RegisteredTool } from '../../kernel/tool/registry.ts';
import { formatPrice, type Micros } from '../../lib/money.ts';

const buildSchemaRef = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The schema's input as a JSON body: without what stands in the path. */
export function buildBodySchema({ name, inputSchema }: RegisteredTool, otherFields: readonly string[]): JsonSchema {
  return rebaseRefs(removeFields(inputSchema, otherFields), `${name}.input`);
}

/** The same as a form: a file is bytes there. */
export function buildFormSchema(tool: RegisteredTool, otherFields: readonly string[]): JsonSchema {
  const schema = buildBodySchema(tool, otherFields);
  const files = Object.keys(tool.definition.files ?? {});
  const members = Object.entries(readProperties(schema)).map(([name, member]): [string, unknown] =>
    files.includes(name) ? [name, { ...member, type: 'string', format: 'binary' }] : [name, member],
  );
  return { ...schema, properties: Object.fromEntries(members) };
}

export function buildOutputSchema({ name, outputSchema: schema }: RegisteredTool): JsonSchema {
  return rebaseRefs(schema, `${name}.output`);
}

const QUOTED_PRICE = { type: 'string', description: 'Price of this call, which depends on the request.' };

const buildPriceSchema = (isQuoted: boolean, priceMicros: Micros): JsonSchema => {
  if (isQuoted) return QUOTED_PRICE;
  const one = formatPrice(priceMicros);
  if (priceMicros === 0) return { const: one };
  return {
    type: 'string',
    description: 'Price of one unit, as in the example, times the number of units in the input.',
    examples: [one],
  };
};

/** Output and envelope in one object, as it stands in the body. */
export function buildAnswerSchema({ name, toolset, definition, priceMicros }: RegisteredTool): JsonSchema {
  const output = buildSchemaRef(`${name}.output`);
  if (toolset.errors !== 'gateway' || definition.bare) return output;
  const { layer } = toolset;
  const isPriced = priceMicros > 0;
  const isQuoted = definition.quote !== undefined;
  const properties = {
    success: { const: true },
    ...(layer === null && !isPriced ? {} : { price: buildPriceSchema(isQuoted, priceMicros) }),
    ...(layer === null ? {} : { layer: { const: layer } }),
    ...(isPriced
      ? {
          balance: { type: 'number', description: 'Balance after the call in USD.' },
          receipt: buildSchemaRef('Receipt'),
        }
      : {}),
    warnings: { type: 'array', items: { type: 'string' }, description: 'Warnings about ignored or changed input.' },
    cached: { const: true, description: 'Present if the response comes from an identical call.' },
    sandbox: { const: true, description: 'Present if the response comes from the sandbox.' },
  };
  const optional = ['warnings', 'cached', 'sandbox', ...(isQuoted ? ['balance', 'receipt'] : [])];
  const required = Object.keys(properties).filter((member) => !optional.includes(member));
  return { allOf: [output, { type: 'object', properties, required }] };
}

/**
 * A schema that can stand at `#/components/schemas/<name>`: its references point there, and it allows the members of
 * the envelope beside its own.
 */
function rebaseRefs(schema: JsonSchema, name: string): JsonSchema {
  const { additionalProperties: _closed, ...open } = schema;
  const root = buildSchemaRef(name).$ref;
  const rebase = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rebase);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string' ? member.replace(/^#/, root) : rebase(member),
      ]),
    );
  };
  const result = rebase(open);
  return isObject(result) ? result : {};
}

function removeFields(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  if (fields.length === 0) return schema;
  const properties = Object.fromEntries(
    Object.entries(readProperties(schema)).filter(([name]) => !fields.includes(name)),
  );
  return { ...schema, properties, required: readRequired(schema).filter((name) => !fields.includes(name)) };
}

export function readRequired({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function isObject(value: unknown): value is JsonSchema {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
