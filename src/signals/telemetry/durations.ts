/**
 * Histograms of spans that have ended, by the semantic conventions. They are counted here instead of by the SDK's
 * instruments, which sort and encode the attributes of every single value.
 */
import type { AttributeValue, Histogram, HistogramSeries, MetricSnapshot, ReadAttribute } from './records.ts';

interface Family extends Omit<Histogram, 'series'> {
  labels: readonly string[];
  /** The spans that count. */
  when(read: ReadAttribute, kind: string): boolean;
  /** The attribute that is counted; default: the duration in seconds. */
  measure?: string;
  fixed?: Readonly<Record<string, AttributeValue>>;
}

const ERROR = 'error.type';
const OPERATION = 'gen_ai.operation.name';
const isChat = (read: ReadAttribute, kind: string): boolean => kind === 'client' && read(OPERATION) === 'chat';

/** Advice of the conventions for HTTP, MCP, durations and tokens of models. */
const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const MCP_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const MODEL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** Series of one histogram, as the SDK allows; what comes after counts in one more. */
const SERIES_MAX = 2_000;
const OVERFLOW = { 'otel.metric.overflow': true };

const families: readonly Family[] = [
  {
    name: 'http.server.request.duration',
    about: 'Duration of HTTP server requests.',
    unit: 's',
    boundaries: HTTP_SECONDS,
    labels: ['http.request.method', 'http.route', 'http.response.status_code', ERROR],
    when: (read, kind) => kind === 'server' && read('http.route') !== undefined,
  },
  {
    name: 'http.client.request.duration',
    about: 'Duration of HTTP client requests.',
    unit: 's',
    boundaries: HTTP_SECONDS,
    labels: ['http.request.method', 'http.response.status_code', 'farebox.provider', 'farebox.mode', ERROR],
    when: (read, kind) => kind === 'client' && read('http.request.method') !== undefined,
  },
  {
    name: 'mcp.server.operation.duration',
    about: 'Duration of MCP requests.',
    unit: 's',
    boundaries: MCP_SECONDS,
    labels: ['mcp.method.name', 'gen_ai.tool.name', 'mcp.protocol.version', ERROR],
    when: (read, kind) => kind === 'server' && read('mcp.method.name') !== undefined,
  },
  {
    name: 'farebox.call.duration',
    about: 'Duration of tool calls.',
    unit: 's',
    boundaries: MCP_SECONDS,
    labels: ['gen_ai.tool.name', 'farebox.mode', ERROR],
    when: (read, kind) => kind === 'internal' && read(OPERATION) === 'execute_tool',
  },
  {
    name: 'gen_ai.client.operation.duration',
    about: 'Duration of requests to language models.',
    unit: 's',
    boundaries: MODEL_SECONDS,
    labels: [OPERATION, 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model', ERROR],
    when: isChat,
  },
  ...(['input', 'output'] as const).map((type) => ({
    name: 'gen_ai.client.token.usage',
    about: 'Tokens of requests to language models.',
    unit: '{token}',
    boundaries: TOKENS,
    labels: [OPERATION, 'gen_ai.provider.name', 'gen_ai.request.model'],
    when: isChat,
    measure: `gen_ai.usage.${type}_tokens`,
    fixed: { 'gen_ai.token.type': type },
  })),
];

/** A level for each label, then the series. */
interface Branch {
  readonly next: Map<AttributeValue | undefined, Branch>;
  series?: HistogramSeries;
}

function descend({ next }: Branch, value: AttributeValue | undefined): Branch {
  const existing = next.get(value);
  if (existing) return existing;
  const branch: Branch = { next: new Map() };
  next.set(value, branch);
  return branch;
}

class SpanHistogram {
  readonly #family: Family;
  readonly #root: Branch = { next: new Map() };
  #all: HistogramSeries[] = [];
  #overflow: HistogramSeries | undefined;

  constructor(family: Family) {
    this.#family = family;
  }

  record(kind: string, read: ReadAttribute, seconds: number): void {
    const { when, measure, boundaries } = this.#family;
    if (!when(read, kind)) return;
    const value = measure === undefined ? seconds : read(measure);
    if (typeof value !== 'number') return;
    const series = this.#findSeries(read);
    let at = 0;
    while (at < boundaries.length && value > (boundaries[at] ?? 0)) at++;
    series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.count++;
    series.sum += value;
    if (value < series.min) series.min = value;
    if (value > series.max) series.max = value;
  }

  /** Its histogram; the series live on in it. */
  take(restarts: boolean): Histogram {
    const { name, about, unit, boundaries } = this.#family;
    const series = this.#all;
    if (restarts) {
      this.#all = [];
      this.#root.next.clear();
      this.#overflow = undefined;
    }
    return { name, about, unit, boundaries, series };
  }

  #findSeries(read: ReadAttribute): HistogramSeries {
    const { labels, fixed } = this.#family;
    if (this.#all.length >= SERIES_MAX && !this.#hasSeries(read)) return this.#countOverflow();
    let branch = this.#root;
    for (const label of labels) branch = descend(branch, read(label));
    branch.series ??= this.#addSeries({ ...pick(read, labels), ...fixed });
    return branch.series;
  }

  #hasSeries(read: ReadAttribute): boolean {
    let branch: Branch | undefined = this.#root;
    for (const label of this.#family.labels) branch = branch?.next.get(read(label));
    return branch?.series !== undefined;
  }

  #countOverflow(): HistogramSeries {
    this.#overflow ??= this.#addSeries(OVERFLOW);
    return this.#overflow;
  }

  #addSeries(attributes: Record<string, AttributeValue>): HistogramSeries {
    const counts = new Array<number>(this.#family.boundaries.length + 1).fill(0);
    const series = { attributes, counts, count: 0, sum: 0, min: Number.MAX_VALUE, max: 0 };
    this.#all.push(series);
    return series;
  }
}

export class SpanMetrics {
  readonly #histograms = families.map((family) => new SpanHistogram(family));
  #startMs = Date.now();

  record(kind: string, read: ReadAttribute, seconds: number): void {
    for (const histogram of this.#histograms) histogram.record(kind, read, seconds);
  }

  /** What was counted since the start, or since it last restarted. */
  take(restarts: boolean): MetricSnapshot {
    const startMs = this.#startMs;
    const endMs = Date.now();
    if (restarts) this.#startMs = endMs;
    const byName = new Map<string, Histogram>();
    for (const histogram of this.#histograms.map((one) => one.take(restarts))) {
      const { series = [] } = byName.get(histogram.name) ?? {};
      byName.set(histogram.name, { ...histogram, series: [...series, ...histogram.series] });
    }
    return { startMs, endMs, histograms: [...byName.values()] };
  }
}

const pick = (read: ReadAttribute, names: readonly string[]): Record<string, AttributeValue> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
