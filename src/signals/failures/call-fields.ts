/** The failure of a call as both call logs show it. */
import { z } from 'zod';
import type { Db } from '../../database/types.ts';
import { FAILURE_CAUSES } from '../../kernel/errors/cause.ts';
import { type FailedCall, mapFailedCalls } from './reads.ts';

export const failureField = z
  .object({
    provider: z.string().nullable().describe('Provider that failed; `null` if none was involved.'),
    cause: z
      .enum(FAILURE_CAUSES)
      .describe('dns, connection, tls and timeout: no response; status: HTTP error; schema: unexpected response.'),
    status: z.number().int().nullable().describe('HTTP status of the provider; `null` if it did not respond.'),
    ms: z.number().int().describe('Duration until the failure in milliseconds.'),
    requestId: z.string().describe('ID of the request, as in the log of the server and in X-Request-Id.'),
  })
  .optional()
  .describe('Cause of the failure, for the last 50 failed calls of the account within 30 days.');

/** The same calls, each refunded one with its failure where that is still known. */
export async function addFailures<Call extends { callId: string; outcome: string }>(
  db: Db,
  accountId: string,
  calls: readonly Call[],
): Promise<(Call & { failure?: FailedCall })[]> {
  const refunded = calls.filter(({ outcome }) => outcome === 'refunded').map(({ callId }) => callId);
  const failures = await mapFailedCalls(db, accountId, refunded);
  return calls.map((call) => {
    const failure = failures.get(call.callId);
    return failure ? { ...call, failure } : call;
  });
}
