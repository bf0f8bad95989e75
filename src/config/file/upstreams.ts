/** Section `upstreams` of `farebox.yaml`. */
import { z } from 'zod';
import { budget } from './providers.ts';
import { amount, choice, duration, flag, headers, integer, percentage, price, text, webAddress } from './values.ts';

const TIMEOUT_MAX_MS = 600_000;
const MARKUP_MAX = 100;
const EXAMPLES_MAX = 20;

/** Kebab case, as the names of toolsets are. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const name = z
  .string()
  .regex(NAME, 'must be lower-case words joined by hyphens, such as weather-pro')
  .max(40, 'must have at most 40 characters');

/** Settings of a whole upstream, which a single tool can override. */
const terms = {
  price: price.optional().describe('USD per call, or `free`. Default: free.'),
  cost: amount.optional().describe('USD that one call costs the operator; shown in margin reports.'),
  markup: percentage(MARKUP_MAX)
    .optional()
    .describe('Price as `cost` plus this share, such as 50%. Instead of `price`.'),
  timeout: duration(100, TIMEOUT_MAX_MS, '30s').optional().describe('Time that one call may take. Default: 30s.'),
  charge: choice('success', 'always')
    .optional()
    .describe('`success` (default) refunds a result that says it is an error; `always` keeps the charge.'),
  public: flag.optional().describe('Free tools only: callable without a key, and listed at /mcp/free.'),
  trust: choice('pinned', 'follow')
    .optional()
    .describe(
      '`pinned` (default) withholds a tool whose definition changes until it is accepted; `follow` accepts it.',
    ),
  sandbox: choice('sample', 'live')
    .optional()
    .describe('Results for test keys: `sample` (default), or `live` calls of the upstream.'),
  cache: duration(1_000, 86_400_000, '60s')
    .optional()
    .describe('Serve an identical call of an account again for this long.'),
};

const toolEntry = z.strictObject({
  ...terms,
  title: text(100).optional().describe('Title shown to people.'),
  description: text(2_000).optional().describe('Description shown instead of that of the upstream.'),
  examples: z
    .array(text(400))
    .min(1, 'must have at least one request')
    .max(EXAMPLES_MAX, `must have at most ${EXAMPLES_MAX} requests`)
    .optional()
    .describe('Requests in plain words; with them the concierge may choose this tool.'),
  example: z.unknown().optional().describe('Result that test keys get: a text, or an object for structured content.'),
});

const OFFER_FORM = 'must be false (not offered) or a mapping such as { price: 0.002 }';

const upstream = {
  title: text(100).optional().describe('Title shown to people. Default: the name of the upstream.'),
  description: text(500).optional().describe('One sentence about the tools of the upstream.'),
  ...terms,
  budget,
  concurrency: integer(1, 1_000).optional().describe('Calls that may run at the same time. Default: 8.'),
  tools: z
    .record(z.string().min(1).max(128), z.union([z.literal(false), toolEntry], { error: OFFER_FORM }))
    .optional()
    .describe('Settings of single tools, by the name that the upstream gives them; false does not offer a tool.'),
};

/** YAML takes `1` and `true` for more than text. */
const variable = z.union([z.string(), z.number(), z.boolean()], { error: 'must be a text' }).transform(String);

const stdioServer = z.strictObject({
  command: text(1_000).describe('Program that speaks MCP over stdin and stdout.'),
  args: z
    .array(z.string({ error: 'must be a text: put it in quotation marks' }).max(8_192))
    .max(200)
    .optional(),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of a variable'), variable)
    .optional()
    .describe('Variables of the program. Of the environment of Farebox it gets PATH and HOME alone.'),
  cwd: text(1_000).optional().describe('Working directory of the program. Default: that of Farebox.'),
});

const remoteServer = z.strictObject({
  url: webAddress.describe('Address of a Streamable HTTP server; HTTP with SSE is tried when that fails.'),
  headers: headers.optional(),
});

const mcpUpstream = z.strictObject({
  ...upstream,
  mcp: z.union([stdioServer, remoteServer], {
    error: 'must have either `command` (a local server) or `url` (a remote one)',
  }),
  session: choice('shared', 'account', 'call')
    .optional()
    .describe('Scope of an upstream session: all callers (default), one account, or one call.'),
  eager: flag.optional().describe('Connect at start instead of with the first call.'),
});

const openapiUpstream = z.strictObject({
  ...upstream,
  openapi: z.strictObject({
    document: text(2_000).describe('Path or address of an OpenAPI 3.0 or 3.1 document, in YAML or JSON.'),
    server: webAddress.optional().describe('Address of the API. Default: the first server of the document.'),
    headers: headers.optional(),
  }),
  operations: z
    .array(text(300))
    .min(1, 'must name at least one operation')
    .max(1_000)
    .optional()
    .describe('Operations to offer, by operationId or as "GET /forecast". Default: all.'),
});

export const upstreams = z
  .record(
    name,
    z.union([mcpUpstream, openapiUpstream], {
      error: 'must have either `mcp` (an MCP server) or `openapi` (an HTTP API)',
    }),
  )
  .describe('MCP servers and HTTP APIs whose operations are sold as tools.');

export type UpstreamSettings = z.output<typeof mcpUpstream> | z.output<typeof openapiUpstream>;
export type McpUpstreamSettings = z.output<typeof mcpUpstream>;
export type OpenapiUpstreamSettings = z.output<typeof openapiUpstream>;
export type McpServerSettings = McpUpstreamSettings['mcp'];
export type ToolEntry = z.output<typeof toolEntry>;
