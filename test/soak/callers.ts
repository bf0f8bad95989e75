/**
 * Callers of the paid tool and the model behind it, in a process of their own, so that the soak's own work doesn't
 * count as the server's. Prints the model's address first; then takes one `CallOrder` and prints one `CallResult`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startChatUpstream } from '../harness/chat-upstream.ts';
import { createTimer, PaidSpan, Payers } from './paid.ts';

export interface CallOrder {
  url: string;
  apiKey: string;
  perSecond: number;
  ms: number;
}

export interface CallResult {
  tookMs: readonly number[];
  faults: readonly string[];
  /** Micro-USD of all receipts. */
  paidMicros: number;
  /** How late this process was for its own work, at worst in 99 of 100 cases. */
  lateMs: number;
}

const RESOLUTION_MS = 1;

async function call({ url, apiKey, perSecond, ms }: CallOrder): Promise<CallResult> {
  const [payers, span] = [new Payers(url, apiKey, perSecond), new PaidSpan()];
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  await payers.call(span, createTimer(ms));
  delays.disable();
  const lateMs = delays.percentile(99) / 1e6 - RESOLUTION_MS;
  return { tookMs: span.tookMs, faults: span.faults, paidMicros: payers.paidMicros, lateMs };
}

const upstream = await startChatUpstream();
process.on('message', (order: CallOrder) => {
  void call(order).then((result) => process.send?.(result));
});
process.send?.(upstream.url);
