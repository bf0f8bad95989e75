/** The OpenAPI 3.1 description of everything the server answers: each tool, document, probe and MCP server. */
import type { RegisteredTool, Registry } from '../../kernel/tool/registry.ts';
import {
  buildOperation,
  describeNotModified,
  hasBody,
  listPathFields,
  type SharedComponents,
  toOperationId,
} from './operation.ts';
import { buildHeaderRefs, commonHeaders, commonParameters, commonSchemas, isAnswerHeader } from './parts.ts';
import { Refusals } from './refusals.ts';
import { buildAnswerSchema, buildBodySchema, buildFormSchema, buildOutputSchema } from './schemas.ts';
import { Security } from './security.ts';
import type { ApiDocument, ApiInfo, DocumentInfo, Operation, PathItem } from './types.ts';

const ABOUT = `Prices are in USD per call; 1 WT is 0.001 USD. A failed call is refunded. Repeat a call with the same \
\`Idempotency-Key\` to get the same response without a second charge.

HEAD works wherever GET does, and OPTIONS wherever CORS is enabled. A trailing slash redirects with 307 to the path \
without it; an unsupported method returns 405 and \`Allow\`. Send \`X-Request-Id\` to set the ID of a request.`;

/** All that the description needs beside the registry, with what is neither tool nor document: probes and MCP servers. */
export interface ServerApiInfo extends ApiInfo {
  otherTags: ApiDocument['tags'];
  buildOtherPaths(refusals: Refusals, security: Security): Record<string, PathItem>;
}

/** A document that fits the OpenAPI 3.1 schema; the operations of tools come first, in the registry's order. */
export function buildOpenApiDocument(registry: Registry, facts: ServerApiInfo): ApiDocument {
  const shared: SharedComponents = {
    refusals: new Refusals(facts),
    security: new Security(registry, facts),
    paymentAssets: facts.paymentAssets,
  };
  const paths: Record<string, PathItem> = {};
  const add = (path: string, method: string, operation: Operation): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const tool of registry.tools) {
    for (const [index, { method, path }] of tool.routes.entries()) {
      add(path, method, buildOperation(tool, path, toOperationId(tool, index), shared));
    }
  }
  for (const document of facts.documents) add(document.path, 'get', buildDocumentOperation(document, shared));
  for (const [path, item] of Object.entries(facts.buildOtherPaths(shared.refusals, shared.security)))
    paths[path] = { ...paths[path], ...item };
  const toolsets = [...registry.toolsets].map(([name, { title, description }]) => ({
    name,
    description: `${title}. ${description}`,
  }));
  const responses = shared.refusals.components;
  const schemas = { ...buildSchemas(registry.tools), ...commonSchemas };
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
    tags: [...toolsets, DOCUMENTS, ...facts.otherTags],
    paths,
    components: {
      schemas: keepUsed('schemas', schemas, [paths, responses, schemas]),
      responses,
      parameters: keepUsed('parameters', commonParameters, paths),
      headers: keepUsed('headers', commonHeaders, [paths, responses]),
      securitySchemes: shared.security.schemes,
    },
  };
}

/** Those components that `by` refers to: what all tools share may find no use in a small catalogue. */
function keepUsed<T>(kind: string, components: Record<string, T>, by: unknown): Record<string, T> {
  const text = JSON.stringify(by);
  const names = Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`));
  return Object.fromEntries(names);
}

const DOCUMENTS = {
  name: 'documents',
  description: 'Server documents. Public pages and files that describe this server, such as llms.txt.',
};

function buildDocumentOperation(
  { path, title, types, headers }: DocumentInfo,
  { refusals }: SharedComponents,
): Operation {
  const isPage = types.includes('text/html');
  const content = types.map((type) => [
    type,
    { schema: /\bjson\b/.test(type) ? { type: 'object', additionalProperties: true } : { type: 'string' } },
  ]);
  const own = [...(isPage ? (['Content-Security-Policy'] as const) : []), ...headers.filter(isAnswerHeader)];
  return {
    operationId: `document${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '') || '-root'}`,
    summary: title,
    description: title,
    tags: [DOCUMENTS.name],
    security: [{}],
    responses: {
      200: {
        description: title,
        headers: buildHeaderRefs('ETag', ...own),
        content: Object.fromEntries(content),
      },
      ...describeNotModified(...own),
      ...refusals.describe(['RATE_LIMITED', 'INTERNAL'], 'newsroom'),
    },
  };
}

function buildSchemas(tools: readonly RegisteredTool[]): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (const tool of tools) {
    const { name, definition, reply, path } = tool;
    if (hasBody(tool, path) && definition.body !== 'raw')
      schemas[`${name}.input`] = buildBodySchema(tool, listPathFields(path));
    if (definition.body === 'multipart') schemas[`${name}.form`] = buildFormSchema(tool, listPathFields(path));
    if (reply !== 'json') continue;
    schemas[`${name}.output`] = buildOutputSchema(tool);
    schemas[`${name}.answer`] = buildAnswerSchema(tool);
  }
  return schemas;
}
