/** The OpenAPI 3.1 description of every tool, made from the registry alone. */
import type { JsonSchema } from './describe.ts';
import { catalogue, type ErrorCode } from './errors.ts';
import { priceLabel, toUsd } from './money.ts';
import { commonParameters, gatewayError, newsroomError, rateHeaders, receipt } from './openapi-parts.ts';
import type { RegisteredTool, Registry } from './registry.ts';

export interface ApiFacts {
  version: string;
  /** Public address without a slash at the end. */
  baseUrl: string;
}

type Json = Record<string, unknown>;

/** A document that fits the OpenAPI 3.1 schema; paths and operations stand in the registry's order. */
export function openApiDocument(registry: Registry, facts: ApiFacts): Json {
  const paths: Record<string, Json> = {};
  const schemas: Record<string, unknown> = { Error: gatewayError, Detail: newsroomError, Receipt: receipt };
  for (const tool of registry.tools) {
    if (readsBody(tool)) {
      const inBody = withoutFields(tool.inputSchema, pathFields(tool));
      schemas[`${tool.name}.input`] = rooted(inBody, `${tool.name}.input`);
    }
    if (tool.reply === 'json') {
      schemas[`${tool.name}.output`] = rooted(tool.outputSchema, `${tool.name}.output`);
      schemas[`${tool.name}.answer`] = answerSchema(tool);
    }
    for (const [index, { method, path }] of tool.routes.entries()) {
      const operation = { ...operationOf(tool), operationId: index === 0 ? tool.name : `${tool.name}-${index + 1}` };
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farebox',
      version: facts.version,
      summary: 'One key, one prepaid balance, every tool.',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: facts.baseUrl }],
    tags: [...registry.toolsets].map(([name, { title, description }]) => ({
      name,
      description: `${title}. ${description}`,
    })),
    paths,
    components: {
      schemas,
      parameters: commonParameters,
      headers: rateHeaders,
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: POST /api/proxy/account/create makes one.' },
      },
    },
  };
}

const ABOUT =
  'Prices are in USD a call; 1 WT is 0.001 USD. A call that fails is not charged. ' +
  'Repeat a call with the same Idempotency-Key to get the same answer without a second charge.';

function operationOf(tool: RegisteredTool): Json {
  const outside = fieldsOutsideBody(tool);
  const isPaid = tool.priceMicros > 0;
  const bearer = { key: [] };
  const security = tool.access === 'public' && !isPaid ? [{}, bearer] : [bearer];
  return {
    operationId: tool.name,
    summary: tool.title,
    description: `${tool.description}${isPaid ? ` Price: ${priceLabel(tool.priceMicros)}.` : ''}`,
    tags: [tool.toolsetName],
    security,
    parameters: [...outside.map((field) => parameterOf(tool, field)), ...headersOf(tool)],
    ...(readsBody(tool) ? { requestBody: requestBody(tool, outside) } : {}),
    responses: responsesOf(tool),
    'x-price-usd': toUsd(tool.priceMicros),
    'x-effect': tool.effect,
  };
}

function readsBody(tool: RegisteredTool): boolean {
  return tool.method !== 'GET';
}

/** Fields that travel in the path or, where there is no body, in the query. */
function fieldsOutsideBody(tool: RegisteredTool): string[] {
  const inPath = pathFields(tool);
  if (readsBody(tool)) return inPath;
  return [...inPath, ...Object.keys(membersOf(tool.inputSchema)).filter((field) => !inPath.includes(field))];
}

function pathFields(tool: RegisteredTool): string[] {
  return [...tool.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
}

function parameterOf(tool: RegisteredTool, field: string): Json {
  const { [field]: schema = {} } = membersOf(tool.inputSchema);
  const inPath = pathFields(tool).includes(field);
  const description = isObject(schema) ? schema.description : undefined;
  return {
    name: field,
    in: inPath ? 'path' : 'query',
    required: inPath || requiredOf(tool.inputSchema).includes(field),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
  };
}

function headersOf(tool: RegisteredTool): Json[] {
  const names = [
    ...(tool.priceMicros > 0 || tool.effect !== 'read' ? ['idempotencyKey'] : []),
    ...(tool.priceMicros > 0 ? ['maxPrice', 'prefer'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function requestBody(tool: RegisteredTool, outside: readonly string[]): Json {
  if (tool.definition.body === 'raw') return { required: true, content: { '*/*': { schema: { type: 'string' } } } };
  const examples = tool.definition.examples.map((example, index): [string, unknown] => [
    `example${index + 1}`,
    { value: Object.fromEntries(Object.entries(example).filter(([field]) => !outside.includes(field))) },
  ]);
  const schema = { $ref: `#/components/schemas/${tool.name}.input` };
  const required = requiredOf(tool.inputSchema).some((field) => !outside.includes(field));
  const json = { 'application/json': { schema, examples: Object.fromEntries(examples) } };
  const form = tool.definition.body === 'multipart' ? { 'multipart/form-data': { schema } } : {};
  return { required, content: { ...json, ...form } };
}

function responsesOf(tool: RegisteredTool): Json {
  const schema = tool.toolset.errors === 'gateway' ? 'Error' : 'Detail';
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  const failures = failureCodes(tool).map((code): [string, unknown] => {
    const { status, message } = catalogue[code];
    return [String(status), { description: message, content }];
  });
  return { ...successOf(tool), ...Object.fromEntries(failures) };
}

function successOf(tool: RegisteredTool): Json {
  const headers = Object.fromEntries(
    Object.keys(rateHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  switch (tool.reply) {
    case 'json': {
      const schema = { $ref: `#/components/schemas/${tool.name}.answer` };
      return { 200: { description: 'The answer.', headers, content: { 'application/json': { schema } } } };
    }
    case 'bytes':
      return { 200: { description: 'The bytes; X-Farebox-Receipt has the receipt.', headers, content: { '*/*': {} } } };
    case 'page':
      return { 200: { description: 'A page.', headers, content: { 'text/html': {} } } };
    case 'redirect':
      return { 302: { description: 'Continue at Location.', headers } };
  }
}

function failureCodes(tool: RegisteredTool): ErrorCode[] {
  const isPublic = tool.access === 'public' && tool.priceMicros === 0;
  return [
    'INVALID_INPUT',
    ...(isPublic ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(tool.priceMicros > 0 ? (['INSUFFICIENT_BALANCE', 'PRICE_ABOVE_MAX'] as const) : []),
    'RATE_LIMITED',
    ...(tool.definition.uses ? (['UPSTREAM_FAILED', 'TOOL_UNAVAILABLE', 'UPSTREAM_TIMEOUT'] as const) : []),
  ];
}

/** Output and envelope in one object, as it stands in the body. */
function answerSchema(tool: RegisteredTool): Json {
  const output = { $ref: `#/components/schemas/${tool.name}.output` };
  if (tool.toolset.errors === 'newsroom' || tool.definition.bare) return output;
  const { layer } = tool.toolset;
  const properties = {
    success: { const: true },
    ...(layer === null && tool.priceMicros === 0 ? {} : { price: { const: priceLabel(tool.priceMicros) } }),
    ...(layer === null ? {} : { layer: { const: layer } }),
    ...(tool.priceMicros > 0
      ? {
          balance: { type: 'number', description: 'USD left after the call.' },
          receipt: { $ref: '#/components/schemas/Receipt' },
        }
      : {}),
    warnings: { type: 'array', items: { type: 'string' } },
    sandbox: { const: true, description: 'Present when the answer comes from the sandbox.' },
  };
  return { allOf: [output, { type: 'object', properties, required: ['success'] }] };
}

/**
 * A schema that can stand at `#/components/schemas/<name>`: its references point there, and it allows the members of
 * the envelope beside its own.
 */
function rooted(schema: JsonSchema, name: string): Json {
  const { additionalProperties: _closed, ...open } = schema;
  const root = `#/components/schemas/${name}`;
  const moved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string' ? member.replace(/^#/, root) : moved(member),
      ]),
    );
  };
  const result = moved(open);
  return isObject(result) ? result : {};
}

function withoutFields(schema: JsonSchema, fields: readonly string[]): JsonSchema {
  if (fields.length === 0) return schema;
  const properties = Object.fromEntries(Object.entries(membersOf(schema)).filter(([name]) => !fields.includes(name)));
  return { ...schema, properties, required: requiredOf(schema).filter((name) => !fields.includes(name)) };
}

function membersOf(schema: JsonSchema): Json {
  return isObject(schema.properties) ? schema.properties : {};
}

function requiredOf(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
