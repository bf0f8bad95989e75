/** Adds this server's errors, probes and MCP servers to the API description. */

import { EXAMPLE_HANDLE, type McpServerInfo, mcpServers } from '../../describe/mcp-servers.ts';
import type { ServerApiInfo } from '../../describe/openapi/document.ts';
import { type AnswerHeader, buildHeaderRefs } from '../../describe/openapi/parts.ts';
import type { Refusals } from '../../describe/openapi/refusals.ts';
import type { Security } from '../../describe/openapi/security.ts';
import type { Operation, PathItem, Refusal, ResponseObject, Shape } from '../../describe/openapi/types.ts';
import type { WebDocument } from '../../describe/web-document.ts';
import { catalogue } from '../../kernel/errors/catalogue.ts';
import { type ErrorCode, type ErrorDetails, FareboxError } from '../../kernel/errors/errors.ts';
import type { Registry } from '../../kernel/tool/registry.ts';
import { usd } from '../../lib/money.ts';
import { buildFailureBody } from '../requests/failures.ts';
import { ToolsetRoots, takesQueryKey } from '../rules.ts';

export interface AboutServer {
  version: string;
  /** Without a slash at the end. */
  baseUrl: string;
  allowQueryKey: boolean;
  paymentAssets?: readonly string[];
}

/** All that the description of the API needs beside the registry. */
export function buildApiInfo(
  { version, baseUrl, allowQueryKey, paymentAssets = [] }: AboutServer,
  documents: readonly WebDocument[],
  registry: Registry,
): ServerApiInfo {
  const roots = new ToolsetRoots(registry);
  return {
    version,
    baseUrl,
    documents: documents
      .filter(({ isUnlisted }) => !isUnlisted)
      .map(({ path, title, type, otherForms = [], headers = [] }) => ({
        path,
        title,
        types: [type, ...otherForms.map((form) => form.type)].map((name) => name.split(';')[0] ?? name),
        headers: [...headers.filter((_text, index) => index % 2 === 0), 'Content-Encoding', 'Vary'],
      })),
    otherTags: [
      { name: 'mcp', description: 'MCP. The same tools over the Model Context Protocol.' },
      { name: 'operation', description: 'Monitoring. Health checks and Prometheus metrics.' },
    ],
    buildOtherPaths: (refusals, security) => ({
      ...buildMcpPaths(security),
      ...buildOperationalPaths(refusals, security),
    }),
    takesQueryKey: (tool, path) => allowQueryKey && takesQueryKey(roots, tool, path),
    refusals: listRefusals,
    paymentAssets,
  };
}

const REQUEST_ID = 'req_0123456789';
const RETRY_SECONDS = 12;

/** Details that some errors always have. */
function buildSampleDetails(code: ErrorCode): ErrorDetails {
  switch (code) {
    case 'INVALID_INPUT':
      return { details: { issues: [{ path: 'query', message: 'Required' }] } };
    case 'INSUFFICIENT_BALANCE': {
      const paymentLinks = [{ url: 'https://farebox.example/pay/…', amount: 10, currency: 'USD' } as const];
      return { money: { balance: usd('0.001'), required: usd('0.009'), paymentLinks } };
    }
    case 'TOO_LARGE':
      return { details: { maxBytes: 1_048_576 } };
    default:
      return catalogue[code].status === 429 ? { retryAfterSeconds: RETRY_SECONDS } : {};
  }
}

function listRefusals(code: ErrorCode, shape: Shape): readonly Refusal[] {
  const error = new FareboxError(code, buildSampleDetails(code));
  const { status } = error;
  const refusal = { status, body: buildFailureBody(error, shape, { hadToken: false, requestId: REQUEST_ID }) };
  if (shape !== 'newsroom') return [refusal];
  // There the schema is told of as FastAPI tells it; 400 remains for what no schema says.
  if (code === 'INVALID_INPUT') return [{ status: UNPROCESSABLE, body: { detail: [MISSING_FIELD] } }, refusal];
  return code === 'INVALID_JSON' ? [{ status: UNPROCESSABLE, body: { detail: [NO_JSON] } }] : [refusal];
}

const UNPROCESSABLE = 422;
const MISSING_FIELD = { type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} };
const NO_JSON = {
  type: 'json_invalid',
  loc: ['body', 1],
  msg: 'JSON decode error',
  input: {},
  ctx: { error: 'Expecting value' },
};

const json = (description: string, schema: object): ResponseObject => ({
  description,
  headers: buildHeaderRefs('Cache-Control'),
  content: { 'application/json': { schema } },
});

function buildOperationalPaths(refusals: Refusals, security: Security): Record<string, PathItem> {
  const refused = refusals.describe(['RATE_LIMITED', 'INTERNAL'], 'newsroom');
  const readiness = {
    type: 'object',
    properties: {
      status: { enum: ['ok', 'unavailable'] },
      checks: { type: 'object', additionalProperties: { enum: ['ok', 'failed'] } },
    },
    required: ['status', 'checks'],
  };
  const health = {
    type: 'object',
    properties: {
      status: { enum: ['ok', 'down'] },
      version: { type: 'string' },
      time: { type: 'string', description: 'ISO 8601 timestamp with offset.' },
      checks: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description:
          'State of each part: `db`, `jobs` and `accepting` are ok or failed, `mailer` is outbox or smtp, `llm` is ok or none.',
      },
    },
    required: ['status', 'version', 'checks'],
  };
  const probe = (operationId: string, summary: string, schema: object): PathItem => ({
    get: buildOperation(operationId, summary, {
      200: json('The server accepts calls.', schema),
      503: json('The server does not accept calls at the moment.', schema),
      ...refused,
    }),
  });
  const text = { 'text/plain': { schema: { type: 'string' } } };
  return {
    '/health': probe('health', 'Health', health),
    '/health/ready': probe('health-ready', 'Readiness', readiness),
    '/health/live': {
      get: buildOperation('health-live', 'Liveness', {
        200: json('The process is running.', { type: 'object', properties: { status: { const: 'ok' } } }),
        ...refused,
      }),
    },
    '/metrics': {
      get: {
        ...buildOperation('metrics', 'Metrics for Prometheus', {
          200: {
            description: 'Metrics in the Prometheus text format.',
            headers: buildHeaderRefs('Cache-Control'),
            content: text,
          },
          404: json('The request has neither METRICS_TOKEN nor the operator’s token.', {
            $ref: '#/components/schemas/Detail',
          }),
          ...refused,
        }),
        security: security.listForOperator(),
      },
    },
  };
}

function buildOperation(operationId: string, summary: string, responses: Operation['responses']): Operation {
  return { operationId, summary, description: summary, tags: ['operation'], security: [{}], responses };
}

const RPC_ID = { type: ['string', 'integer', 'null'] };
const RPC_REQUEST = {
  type: 'object',
  properties: { jsonrpc: { const: '2.0' }, id: RPC_ID, method: { type: 'string' }, params: { type: 'object' } },
  required: ['jsonrpc', 'method'],
};
const RPC_ANSWER = {
  type: 'object',
  properties: {
    jsonrpc: { const: '2.0' },
    id: RPC_ID,
    result: { type: 'object' },
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
      required: ['code', 'message'],
    },
  },
  required: ['jsonrpc'],
};

function buildMcpPaths(security: Security): Record<string, PathItem> {
  return Object.fromEntries(mcpServers.map((server) => [server.path, { post: buildMcpOperation(server, security) }]));
}

function buildMcpOperation({ id, path, title, description, needsKey }: McpServerInfo, security: Security): Operation {
  const answer = (about: string, ...more: readonly AnswerHeader[]): ResponseObject => ({
    description: about,
    headers: buildHeaderRefs(...more),
    content: { 'application/json': { schema: RPC_ANSWER } },
  });
  const example = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const parameters = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
    example: EXAMPLE_HANDLE,
  }));
  return {
    operationId: `mcp-${id}`,
    summary: title,
    description: `MCP over streamable HTTP, without a session. ${description}`,
    tags: ['mcp'],
    security: needsKey ? security.listForMcp() : [{}, ...security.listForMcp()],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: RPC_REQUEST, examples: { list: { value: example } } } },
    },
    responses: {
      200: {
        ...answer('The response, as JSON or as an event stream.', 'Cache-Control', 'X-Accel-Buffering'),
        content: {
          'application/json': { schema: RPC_ANSWER },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
      202: { description: 'The notification was accepted.', headers: buildHeaderRefs() },
      ...Object.fromEntries(
        Object.entries(MCP_FAILURES).map(([status, about]) => [
          status,
          answer(
            about,
            ...(status === '401' || status === '403' ? (['WWW-Authenticate'] as const) : []),
            'Retry-After',
          ),
        ]),
      ),
    },
  };
}

const MCP_FAILURES = {
  400: 'The request violates the MCP protocol.',
  401: 'The key or token is missing or invalid; WWW-Authenticate links to the resource metadata.',
  403: 'Host, Origin or account is not allowed.',
  404: 'Unknown server or tool.',
  406: 'Accept must include application/json and text/event-stream.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Too many requests.',
  500: 'Internal error.',
  503: 'The server is shutting down, or its database is unreachable.',
};
