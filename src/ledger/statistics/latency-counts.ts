/** Counts durations of tool calls and provider requests, and adds them to the database once a minute. */
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorCode } from '../../kernel/errors/errors.ts';
import type { Mode } from '../../kernel/principal.ts';
import { findLatencyClass } from './latency-classes.ts';
import type { LatencySubject } from './latency-tables.ts';
import type { LatencyCounts } from './latency-writes.ts';

/** Refusals: nothing ran. */
const NOT_RUN: ReadonlySet<string> = new Set(['TOOL_UNAVAILABLE', 'OVERLOADED', 'DRAINING'] satisfies ErrorCode[]);
const SERVER_ERROR = 500;

const failureCodes: ReadonlySet<string> = new Set(
  Object.entries(catalogue).flatMap(([code, { status }]) => (status >= SERVER_ERROR && !NOT_RUN.has(code) ? code : [])),
);

interface LatencySample {
  mode: Mode;
  subject: LatencySubject;
  name: string;
  hasFailed: boolean;
  ms: number;
}

export class LatencyTally {
  #counts = new Map<string, LatencyCounts>();

  /** `outcome`: `ok` or the code of an error. What the caller is to blame for says nothing of the tool. */
  addCall(tool: string, mode: Mode, outcome: string, ms: number): void {
    const hasFailed = failureCodes.has(outcome);
    if (outcome === 'ok' || hasFailed) this.add({ mode, subject: 'tool', name: tool, hasFailed, ms });
  }

  add({ mode, subject, name, hasFailed, ms }: LatencySample): void {
    const upTo = findLatencyClass(ms);
    const key = `${mode} ${subject} ${name} ${upTo}`;
    let counts = this.#counts.get(key);
    if (!counts) {
      counts = { mode, subject, name, ms: upTo, successes: 0, failures: 0 };
      this.#counts.set(key, counts);
    }
    if (hasFailed) counts.failures++;
    else counts.successes++;
  }

  /** What was counted since it was last asked. */
  take(): LatencyCounts[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }
}
