/** Answers a call that the ledger did not open. */
import { FareboxError } from '../errors/errors.ts';
import { toRefusalError } from '../errors/refusal.ts';
import type { FinishedCall, OpenOutcome } from '../ports.ts';
import type { AccountPrincipal } from '../principal.ts';
import { decodeAnswer } from '../tool/reply.ts';
import type { CallDeps } from './call-deps.ts';
import { toReceiptJson } from './envelope.ts';
import type { CallExecution } from './execution.ts';
import { waitForOtherInstance } from './other-instance.ts';
import { addPaymentRequest } from './paid-call.ts';
import { buildReceiptFields, buildResult } from './result.ts';
import type { CallResult } from './types.ts';

/** The ledger found the same call running or finished, or refused; nothing was charged now. */
export async function answerUnopened(
  deps: CallDeps,
  execution: CallExecution,
  principal: AccountPrincipal,
  outcome: Exclude<OpenOutcome, { state: 'opened' }>,
): Promise<CallResult> {
  if (outcome.state === 'refused') {
    const error = toRefusalError(outcome, () => deps.listPaymentLinks(principal), execution.totalMicros);
    throw outcome.refused === 'balance' ? addPaymentRequest(error, deps, execution) : error;
  }
  const finished: FinishedCall =
    outcome.state === 'finished'
      ? outcome
      : await waitForOtherInstance(
          deps.ledger,
          { callId: outcome.callId, mode: principal.mode },
          execution.tool.timeoutMs,
          execution.options.callerGone,
        );
  const { receipt, balanceMicros } = finished;
  if (finished.answer === null)
    throw new FareboxError('ANSWER_NOT_KEPT', { details: { receipt: toReceiptJson(receipt) } });
  const { output, warnings } = decodeAnswer(finished.answer);
  return buildResult(execution, {
    output,
    warnings,
    ...buildReceiptFields(receipt),
    balanceMicros,
    replayed: true,
  });
}
