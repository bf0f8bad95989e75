import { setTimeout as sleep } from 'node:timers/promises';
import type { Abortable } from '../../lib/lazy-abort.ts';
import { FareboxError } from '../errors/errors.ts';
import type { CallLedger, FinishedCall } from '../ports.ts';
import type { Mode } from '../principal.ts';

const POLL_MS_MIN = 25;
const POLL_MS_MAX = 250;

/**
 * Waits for a call that another instance runs. Resolves with its recorded answer; throws the failure it ended with,
 * or IN_PROGRESS when `timeoutMs` passes first.
 */
export async function waitForOtherInstance(
  ledger: CallLedger,
  { callId, mode }: { callId: string; mode: Mode },
  timeoutMs: number,
  callerGone: Abortable | undefined,
): Promise<FinishedCall> {
  const endMs = Date.now() + timeoutMs;
  for (let waitMs = POLL_MS_MIN; Date.now() < endMs; waitMs = Math.min(waitMs * 1.5, POLL_MS_MAX)) {
    await sleep(waitMs);
    if (callerGone?.aborted) break;
    const call = await ledger.readState(callId, mode);
    if (call.state === 'finished') return call;
    if (call.state === 'refunded') {
      const { code, message, next, details } = call.failure;
      throw new FareboxError(code, { message, next, ...(details ? { details } : {}) });
    }
    if (call.state === 'unknown') break;
  }
  throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
}
