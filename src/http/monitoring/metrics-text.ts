/** Renders counters for Prometheus with prom-client. */
import { Counter, Gauge, Registry } from 'prom-client';
import { type Durations, type Figure, SECONDS, type Tally } from '../limits/tallies.ts';

export interface GaugeFamily {
  name: string;
  help: string;
  labelNames: readonly string[];
  /** How it is now. */
  list(): Figure<number>[];
}

export interface MetricFamilies {
  tallies: readonly Tally[];
  durations: readonly Durations[];
  gauges: readonly GaugeFamily[];
}

export class MetricsText {
  readonly #register = new Registry();
  readonly #durations: readonly Durations[];

  constructor({ tallies, durations, gauges }: MetricFamilies) {
    const registers = [this.#register];
    for (const { name, help, labelNames, list } of gauges) {
      new Gauge({
        ...{ name, help, labelNames, registers },
        collect() {
          this.reset();
          for (const { labels, value } of list()) this.labels(...labels).set(value);
        },
      });
    }
    for (const tally of tallies) {
      const { name, help, labelNames } = tally;
      new Counter({
        ...{ name, help, labelNames, registers },
        collect() {
          this.reset();
          for (const { labels, value } of tally.list()) this.labels(...labels).inc(value);
        },
      });
    }
    this.#durations = durations;
  }

  async write(): Promise<{ text: string; type: string }> {
    const counted = await this.#register.metrics();
    const lines = this.#durations.flatMap((family) => [...listHistogramLines(family)]);
    return { text: `${counted.trimEnd()}\n${lines.join('\n')}\n`, type: this.#register.contentType };
  }
}

/** The library would have each duration handed over one by one, which costs a call as much as its log line. */
function* listHistogramLines(family: Durations): Generator<string> {
  const { name, help, labelNames } = family;
  yield `\n# HELP ${name} ${help}`;
  yield `# TYPE ${name} histogram`;
  for (const { labels, value } of family.list()) {
    const texts = labelNames.map((label, at) => `${label}="${labels[at]}"`).join(',');
    let upTo = 0;
    for (const [at, le] of SECONDS.entries()) {
      upTo += value.classes[at] ?? 0;
      yield `${name}_bucket{le="${le}",${texts}} ${upTo}`;
    }
    yield `${name}_bucket{le="+Inf",${texts}} ${value.count}`;
    yield `${name}_sum{${texts}} ${value.ms / 1000}`;
    yield `${name}_count{${texts}} ${value.count}`;
  }
}
