/** Servers on loopback that keep what is posted to them: a collector of OpenTelemetry, and an upstream. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { parse, type Type } from 'protobufjs';
import { z } from 'zod';

/** What is read of OTLP's messages, with their field numbers. */
const otlp = parse(`
  syntax = "proto3";
  message Value { oneof value { string stringValue = 1; bool boolValue = 2; int64 intValue = 3; double doubleValue = 4; } }
  message Attribute { string key = 1; Value value = 2; }
  message Resource { repeated Attribute attributes = 1; }
  message Status { int32 code = 3; }
  message Span {
    bytes traceId = 1; bytes spanId = 2; bytes parentSpanId = 4; string name = 5; int32 kind = 6;
    repeated Attribute attributes = 9; Status status = 15;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scopeSpans = 2; }
  message Traces { repeated ResourceSpans resourceSpans = 1; }
  message Point {
    fixed64 count = 4; double sum = 5; repeated fixed64 bucketCounts = 6; repeated double explicitBounds = 7;
    repeated Attribute attributes = 9;
  }
  message Histogram { repeated Point dataPoints = 1; int32 aggregationTemporality = 2; }
  message Metric { string name = 1; Histogram histogram = 9; }
  message ScopeMetrics { repeated Metric metrics = 2; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scopeMetrics = 2; }
  message Metrics { repeated ResourceMetrics resourceMetrics = 1; }
`).root;
const messages: Readonly<Record<string, Type>> = {
  '/v1/traces': otlp.lookupType('Traces'),
  '/v1/metrics': otlp.lookupType('Metrics'),
};

/** The body as OTLP's JSON, however it came: there, IDs are hexadecimal. */
function readBody(path: string, contentType: string | undefined, body: Buffer): string {
  const message = messages[path];
  if (contentType !== 'application/x-protobuf' || !message) return body.toString('utf8');
  const decoded = message.toObject(message.decode(body), { bytes: Buffer, longs: String, arrays: true });
  return JSON.stringify(decoded, (key, value) =>
    /Id$/.test(key) ? Buffer.from(value).toString('hex') || undefined : value,
  );
}

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
    doubleValue: z.number().optional(),
    boolValue: z.boolean().optional(),
  }),
});
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  status: z.object({ code: z.number().optional() }).optional(),
});
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
const metric = z.object({
  name: z.string(),
  histogram: z.object({
    aggregationTemporality: z.number(),
    dataPoints: z.array(
      z.object({
        attributes: z.array(attribute),
        count: z.coerce.number(),
        sum: z.number(),
        bucketCounts: z.array(z.coerce.number()),
        explicitBounds: z.array(z.number()),
      }),
    ),
  }),
});
const metrics = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(z.object({ metrics: z.array(metric) })) })),
});

export type Span = z.output<typeof span>;
export type Metric = z.output<typeof metric>;

export interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Listener {
  url: string;
  arrivals: Arrival[];
  server: Server;
}

export async function listen(answer: object): Promise<Listener> {
  const arrivals: Arrival[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const path = req.url ?? '';
      const text = readBody(path, req.headers['content-type'], Buffer.concat(chunks));
      arrivals.push({ path, headers: req.headers, text });
      res.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return { url: `http://127.0.0.1:${address.port}`, arrivals, server };
}

export const readSpans = ({ arrivals }: Listener): Span[] =>
  arrivals
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => traces.parse(JSON.parse(text)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));

export const readMetrics = ({ arrivals }: Listener): Metric[] =>
  arrivals
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ text }) => metrics.parse(JSON.parse(text)).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));

export const readFacts = ({ attributes }: Pick<Span, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map((one) => [one.key, Object.values(one.value)[0]]));

/** What a model replies, with the tokens that it counted. */
export const buildChatAnswer = (content: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'llama-of-the-stub',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 21, completion_tokens: 7, total_tokens: 28 },
});
