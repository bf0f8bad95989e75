/** Histograms of spans that have ended, by the semantic conventions. */
import type { Attributes, Histogram, Meter } from '@opentelemetry/api';

interface Family {
  name: string;
  about: string;
  unit: string;
  labels: readonly string[];
  /** The spans that count. */
  when(attributes: Attributes, kind: string): boolean;
}

const ERROR = 'error.type';
const OPERATION = 'gen_ai.operation.name';

const families: readonly Family[] = [
  {
    name: 'http.server.request.duration',
    about: 'Duration of HTTP server requests.',
    unit: 's',
    labels: ['http.request.method', 'http.route', 'http.response.status_code', ERROR],
    when: (attributes, kind) => kind === 'server' && attributes['http.route'] !== undefined,
  },
  {
    name: 'http.client.request.duration',
    about: 'Duration of HTTP client requests.',
    unit: 's',
    labels: ['http.request.method', 'http.response.status_code', 'farebox.provider', 'farebox.mode', ERROR],
    when: (attributes, kind) => kind === 'client' && attributes['http.request.method'] !== undefined,
  },
  {
    name: 'mcp.server.operation.duration',
    about: 'Duration of MCP requests.',
    unit: 's',
    labels: ['mcp.method.name', 'gen_ai.tool.name', 'mcp.protocol.version', ERROR],
    when: (attributes) => attributes['mcp.method.name'] !== undefined,
  },
  {
    name: 'farebox.call.duration',
    about: 'Duration of tool calls.',
    unit: 's',
    labels: ['gen_ai.tool.name', 'farebox.mode', ERROR],
    when: (attributes, kind) => kind === 'internal' && attributes[OPERATION] === 'execute_tool',
  },
  {
    name: 'gen_ai.client.operation.duration',
    about: 'Duration of requests to language models.',
    unit: 's',
    labels: [OPERATION, 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model', ERROR],
    when: (attributes) => attributes[OPERATION] === 'chat',
  },
];

const TOKENS = ['input', 'output'] as const;

export class SpanMetrics {
  readonly #histograms: readonly (Family & { histogram: Histogram })[];
  readonly #tokens: Histogram;

  constructor(meter: Meter) {
    this.#histograms = families.map((family) => {
      const { name, about: description, unit } = family;
      return { ...family, histogram: meter.createHistogram(name, { description, unit }) };
    });
    this.#tokens = meter.createHistogram('gen_ai.client.token.usage', {
      description: 'Tokens of requests to language models.',
      unit: '{token}',
    });
  }

  record(kind: string, attributes: Attributes, seconds: number): void {
    for (const { histogram, labels, when } of this.#histograms) {
      if (when(attributes, kind)) histogram.record(seconds, pick(attributes, labels));
    }
    if (attributes[OPERATION] !== 'chat') return;
    const labels = pick(attributes, [OPERATION, 'gen_ai.provider.name', 'gen_ai.request.model']);
    for (const type of TOKENS) {
      const count = attributes[`gen_ai.usage.${type}_tokens`];
      if (typeof count === 'number') this.#tokens.record(count, { ...labels, 'gen_ai.token.type': type });
    }
  }
}

const pick = (attributes: Attributes, names: readonly string[]): Attributes =>
  Object.fromEntries(names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])));
