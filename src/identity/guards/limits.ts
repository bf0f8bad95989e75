/** Counts requests that need no account against limits of their address and network. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Limiter, LimitState } from '../../kernel/ports.ts';

/** Throws RATE_LIMITED at the first of the limits that is reached. */
export async function countWithin(
  limiter: Limiter,
  counts: readonly (readonly [key: string, limit: number])[],
  windowSeconds: number,
): Promise<void> {
  for (const [key, limit] of counts) {
    const state = await limiter.consume(key, limit, windowSeconds);
    if (!state.isAllowed) throw createLimitError(state, limit);
  }
}

export const createLimitError = ({ resetSeconds }: LimitState, limit: number): FareboxError =>
  new FareboxError('RATE_LIMITED', { retryAfterSeconds: resetSeconds, limit });
