/** The soak's side of the process that calls and measures. */
import { once } from 'node:events';
import { type Child, startChild } from '../bench/processes.ts';
import type { CallOrder, CallResult } from './callers.ts';
import { PaidSpan } from './paid.ts';

/** With what the callers themselves were late by, one figure a round. */
export class OutsideSpan extends PaidSpan {
  readonly lateMs: number[] = [];
}

export class OutsideCallers {
  /** Micro-USD of all receipts that have come. */
  paidMicros = 0;
  /** Of the model behind the tool. */
  readonly upstreamUrl: string;
  readonly #child: Child;

  private constructor(child: Child, upstreamUrl: string) {
    this.#child = child;
    this.upstreamUrl = upstreamUrl;
  }

  static async start(): Promise<OutsideCallers> {
    const child = startChild(new URL('./callers.ts', import.meta.url), []);
    const [upstreamUrl]: string[] = await once(child.process, 'message');
    if (upstreamUrl === undefined) throw new Error('The callers did not start');
    return new OutsideCallers(child, upstreamUrl);
  }

  /** Resolves when the last answer has come. */
  async call(span: OutsideSpan, order: CallOrder): Promise<void> {
    const reply = once(this.#child.process, 'message');
    this.#child.process.send(order);
    const [result]: CallResult[] = await reply;
    if (!result) throw new Error('The callers are gone');
    this.paidMicros += result.paidMicros;
    span.addAll(result.tookMs, result.faults);
    span.lateMs.push(result.lateMs);
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }
}
