/**
 * Extension `bazaar` of x402 v2: how a tool is called, for facilitators that list what can be bought. Clients send it back in a
 * header, so that it is short over REST.
 */
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import type { RegisteredTool } from '../../kernel/tool/context.ts';
import type { JsonSchema } from '../../kernel/tool/json-schema.ts';
import { isRecord } from '../../lib/record.ts';

export const SCHEMA_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Longer schemas are left out over REST. */
const SCHEMA_CHARS_MAX = 1_500;
const ANY_OBJECT: JsonSchema = { type: 'object' };
const TEXT: JsonSchema = { type: 'string' };

const cache = { rest: new WeakMap<RegisteredTool, object>(), mcp: new WeakMap<RegisteredTool, object>() };

/** The same object each time. Null for a deposit, which is no service. */
export function describeForBazaar({ tool, door, purpose }: PayableCall): object | null {
  if (purpose === 'deposit') return null;
  const before = cache[door].get(tool);
  if (before !== undefined) return before;
  const [input, schema] = door === 'mcp' ? describeMcpInput(tool) : describeHttpInput(tool);
  const isJson = tool.reply === 'json';
  const described = {
    info: { input, ...(isJson ? { output: { type: 'json' } } : {}) },
    schema: {
      $schema: SCHEMA_DIALECT,
      type: 'object',
      properties: {
        input: { type: 'object', ...schema, additionalProperties: false },
        ...(isJson ? { output: { type: 'object', properties: { type: TEXT }, required: ['type'] } } : {}),
      },
      required: ['input'],
    },
  };
  cache[door].set(tool, described);
  return described;
}

/** Facts of a resource beside its address, as far as the extension allows their characters. */
export const describeService = ({ toolset, category }: RegisteredTool): object => ({
  serviceName: 'Farebox',
  tags: [category ?? toolset.path.split('/').at(-1) ?? ''].filter((tag) => /^[ -~]{1,32}$/.test(tag)),
});

function describeHttpInput(tool: RegisteredTool): [object, JsonSchema] {
  const { method } = tool;
  const example = chooseExample(tool);
  const parameters = shorten(tool.inputSchema);
  const type = { type: 'string', const: 'http' };
  if (method === 'GET' || method === 'DELETE') {
    const properties = { type, method: { type: 'string', enum: ['GET', 'HEAD', 'DELETE'] }, queryParams: parameters };
    return [
      { type: 'http', method, queryParams: example },
      { properties, required: ['type', 'method'] },
    ];
  }
  const properties = {
    type,
    method: { type: 'string', enum: ['POST', 'PUT', 'PATCH'] },
    bodyType: { type: 'string', enum: ['json', 'form-data', 'text'] },
    body: parameters,
  };
  const required = ['type', 'method', 'bodyType', 'body'];
  return [
    { type: 'http', method, bodyType: 'json', body: example },
    { properties, required },
  ];
}

function describeMcpInput(tool: RegisteredTool): [object, JsonSchema] {
  const { name, description, inputSchema } = tool;
  const properties = {
    type: { type: 'string', const: 'mcp' },
    toolName: TEXT,
    description: TEXT,
    transport: { type: 'string', enum: ['streamable-http', 'sse'] },
    inputSchema: ANY_OBJECT,
    example: ANY_OBJECT,
  };
  const example = chooseExample(tool);
  const input = { type: 'mcp', toolName: name, description, transport: 'streamable-http', inputSchema, example };
  return [input, { properties, required: ['type', 'toolName', 'inputSchema'] }];
}

/** The shortest one. */
function chooseExample({ definition: { examples } }: RegisteredTool): object {
  const texts = examples.map((example) => JSON.stringify(example)).sort((a, b) => a.length - b.length);
  return JSON.parse(texts[0] ?? '{}');
}

/** Without descriptions. A reference inside would point nowhere in the schema around it. */
function shorten(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  if (text.length > SCHEMA_CHARS_MAX || text.includes('"$ref"')) return ANY_OBJECT;
  const short: unknown = JSON.parse(text);
  return isRecord(short) ? short : ANY_OBJECT;
}
