/** OpenTelemetry under load, with samplers, and without a collector that answers. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { buildChatAnswer, type Listener, listen, type Metric, readFacts, readMetrics, readSpans } from './collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

interface World {
  server: Farebox;
  collector: Listener;
  groq: Listener;
  call(headers?: Record<string, string>): Promise<{ status: number }>;
}

async function open(env: Record<string, string>): Promise<World> {
  const [collector, groq] = await Promise.all([listen({}), listen(buildChatAnswer('Minnows.'))]);
  onTestFinished(() => void [collector.server.close(), groq.server.close()]);
  const server = await startFarebox({
    env: {
      ...{ ACCOUNT_MODE: 'live', GROQ_API_KEY: 'gsk_test', GROQ_BASE_URL: groq.url },
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env },
    },
  });
  const { apiKey: key } = await server.account('live');
  const call: World['call'] = (headers = {}) =>
    server.request('POST', '/api/proxy/llm-fast', { key, body: { prompt: 'What do herons eat?' }, headers });
  return { server, collector, groq, call };
}

const countCalls = (metrics: readonly Metric[]): number =>
  metrics
    .filter(({ name }) => name === 'farebox.call.duration')
    .flatMap(({ histogram }) => histogram.dataPoints)
    .filter((point) => readFacts(point)['gen_ai.tool.name'] === 'llm-fast')
    .reduce((sum, { count }) => sum + count, 0);

describe('telemetry', () => {
  it.each([
    ['http/protobuf', 'application/x-protobuf'],
    ['http/json', 'application/json'],
  ])('loses no span of a burst by %s when the server stops right after it', async (protocol, contentType) => {
    const { server, collector, call } = await open({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol });
    for (let wave = 0; wave < 4; wave++) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => call()));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    await server.stop();
    expect([...new Set(collector.arrivals.map(({ headers }) => headers['content-type']))]).toEqual([contentType]);
    const spans = readSpans(collector);
    for (const name of ['POST /api/proxy/llm-fast', 'execute_tool llm-fast', 'POST groq'])
      expect(spans.filter((span) => span.name === name)).toHaveLength(100);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    const known = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.every(({ parentSpanId }) => parentSpanId === undefined || known.has(parentSpanId))).toBe(true);
    const [chat] = readMetrics(collector).filter(({ name }) => name === 'gen_ai.client.token.usage');
    expect(chat?.histogram.dataPoints.map(({ count, sum }) => [count, sum])).toEqual([
      [100, 2_100],
      [100, 700],
    ]);
  });

  it('leaves out a trace that its caller does not sample, and counts it', async () => {
    const { server, collector, groq, call } = await open({});
    await call({ traceparent: `00-${TRACE}-00f067aa0ba902b7-00` });
    await server.stop();
    expect(readSpans(collector).filter(({ traceId }) => traceId === TRACE)).toEqual([]);
    const [sent] = groq.arrivals;
    expect(sent?.headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    expect(countCalls(readMetrics(collector))).toBe(1);
  });

  it.each([
    ['traceidratio', '0', []],
    ['parentbased_traceidratio', '0', [TRACE]],
    ['always_on', undefined, [TRACE, undefined]],
  ])('samples by %s %s', async (sampler, ratio, kept) => {
    const arg = ratio === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: ratio };
    const { server, collector, call } = await open({ OTEL_TRACES_SAMPLER: sampler, ...arg });
    await call({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` });
    await call();
    await server.stop();
    const calls = readSpans(collector).filter(({ name }) => name === 'execute_tool llm-fast');
    expect(calls.map(({ traceId }) => (traceId === TRACE ? TRACE : undefined))).toEqual(kept);
    expect(countCalls(readMetrics(collector))).toBe(2);
  });

  it('sends differences where the collector wants them', async () => {
    const { server, collector, call } = await open({
      OTEL_METRIC_EXPORT_INTERVAL: '100',
      OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta',
    });
    await call();
    await expect.poll(() => countCalls(readMetrics(collector)), { timeout: 10_000 }).toBe(1);
    await call();
    await server.stop();
    expect(countCalls(readMetrics(collector))).toBe(2);
  });

  it('delays neither calls nor the end of the server when no collector answers', async () => {
    const { server, call } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => call()));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const startMs = performance.now();
    await server.stop();
    expect(performance.now() - startMs).toBeLessThan(20_000);
  });
});
