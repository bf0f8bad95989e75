/** Servers on loopback that keep what is posted to them: a collector of OpenTelemetry, and an upstream. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { z } from 'zod';

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
    let text = '';
    req.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', () => {
      arrivals.push({ path: req.url ?? '', headers: req.headers, text });
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
