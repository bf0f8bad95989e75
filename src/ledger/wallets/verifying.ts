/** Checks a payment before its call runs: first locally, then with the facilitator. */
import type { Database } from '../../database/types.ts';
import type { PayableCall } from '../../kernel/call/direct-payment.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { UpstreamEnvironment } from '../../kernel/tool/context.ts';
import { toHostKey } from '../../lib/network.ts';
import x402 from '../../providers/x402.ts';
import { isSame, type PaymentRequirements } from './offers.ts';
import type { SentPayment } from './sent-payment.ts';
import { noteFalseVerification } from './settlement-writes.ts';

const VERIFY_MS = 5_000;
/** A signature must outlast the run of the tool by this much, so that it can still be settled. */
const SETTLING_SECONDS = 30;

interface VerifyingDeps {
  database: Database;
  mode: Mode;
  environment: UpstreamEnvironment;
  log: Log;
  nowMs: number;
}

interface PaymentToVerify {
  call: PayableCall;
  payment: SentPayment;
  requirements: PaymentRequirements;
}

/** Null for a payment that would be settled, else why not. Throws PAYMENT_UNAVAILABLE when nobody can say. */
export async function verifyPayment(deps: VerifyingDeps, { call, payment, requirements }: PaymentToVerify) {
  const { validAfter, validBefore, from } = payment.authorization;
  const nowSeconds = Math.floor(deps.nowMs / 1000);
  if (Number(validAfter) > nowSeconds) return 'invalid_exact_evm_payload_authorization_valid_after';
  const neededSeconds = Math.ceil(call.tool.timeoutMs / 1000) + SETTLING_SECONDS;
  if (Number(validBefore) < nowSeconds + neededSeconds) return 'invalid_exact_evm_payload_authorization_valid_before';
  const { isValid, invalidReason, payer } = await askFacilitator(deps, { call, payment, requirements });
  if (!isValid) return (invalidReason ?? 'invalid_payload').slice(0, 100);
  if (!payer || isSame(payer, from)) return null;
  const outcome = 'The payment facilitator verified another payer';
  deps.log.error({ requestId: call.requestId, payer: from }, outcome);
  await deps.database.write(noteFalseVerification, { mode: deps.mode, outcome });
  return 'invalid_payload';
}

async function askFacilitator({ environment, log }: VerifyingDeps, { call, payment, requirements }: PaymentToVerify) {
  const { signal } = new AbortController();
  const ctx = {
    ...{ environment, signal, callerGone: signal, requestId: call.requestId, log },
    trace: call.trace,
    share: { owner: toHostKey(call.ip), isPaid: true },
    deadlineMs: Date.now() + VERIFY_MS,
  };
  try {
    return await x402.verify({ payload: payment.whole, requirements: { ...requirements } }, ctx);
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure)) throw thrown;
    throw new FareboxError('PAYMENT_UNAVAILABLE', { cause: thrown, retryAfterSeconds: 5 });
  }
}
