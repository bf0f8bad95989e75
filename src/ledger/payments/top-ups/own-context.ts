import type { Log } from '../../../kernel/ports.ts';
import type { Mode } from '../../../kernel/principal.ts';
import { ownShare } from '../../../kernel/threads/turns.ts';
import type { CheckoutDeps } from '../checkouts.ts';

const REQUEST_MS = 8_000;

/** Of requests to the payment provider that no caller waits for; shorter than the lease of a charge. */
export function buildOwnContext(
  { environments, log }: Pick<CheckoutDeps, 'environments'> & { log: Log },
  mode: Mode,
  requestId: string,
) {
  const { signal } = new AbortController();
  const environment = environments[mode];
  return {
    ...{ environment, share: ownShare, signal, callerGone: signal, requestId, log },
    deadlineMs: Date.now() + REQUEST_MS,
  };
}
