/** A call that a wallet pays: the tool runs once its payment is claimed, and its answer leaves once the payment is settled. */
import { FareboxError } from '../errors/errors.ts';
import type { AccountPrincipal, Mode } from '../principal.ts';
import { createUnavailableError } from '../tool/chain.ts';
import type { RegisteredTool } from '../tool/context.ts';
import { computeFingerprint } from '../tool/input.ts';
import { decodeAnswer, encodeAnswer } from '../tool/reply.ts';
import { assertReady } from './available.ts';
import type { CallDeps } from './call-deps.ts';
import { type PaidRun, type PayableCall, takesPayment } from './direct-payment.ts';
import type { Executor } from './execute.ts';
import { type CallExecution, createNotes, joinWarnings } from './execution.ts';
import { explainFailure } from './outcome.ts';
import { buildReceiptFields, buildResult } from './result.ts';
import type { CallResult } from './types.ts';

/** Path of the MCP server that has paid tools. */
const MCP_PATH = '/mcp/proxy';

/**
 * Throws a FareboxError; then nothing was paid, or the settlement is awaited (IN_PROGRESS). Null when a call that is paid from
 * the balance holds the idempotency key.
 */
export async function callWithPayment(
  deps: CallDeps,
  executor: Executor,
  execution: CallExecution,
): Promise<CallResult | null> {
  const { payments, environments } = deps;
  const { tool, principal, priceMicros, options } = execution;
  if (!payments || !takesPayment(payments, tool, principal)) throw createNoPaymentError(tool);
  const account = principal.kind === 'account' ? principal : createAnonymousPayer(payments.mode, principal.ip);
  await assertReady({ ...execution, principal: account }, environments);
  const call = buildPayableCall(deps, execution);
  if (options.payment === undefined) throw payments.createRequest(call);
  let own: Pick<CallResult, 'output' | 'warnings' | 'cached'> | undefined;
  const paid = await payments.pay(call, options.payment, async (payer, callId) => {
    const { run, result } = await runPaidCall(deps, executor, { ...execution, principal: payer, callId });
    own = result;
    return run;
  });
  if (!paid) return null;
  if (!own && paid.answer === null) throw new FareboxError('ANSWER_NOT_KEPT');
  if (!paid.replayed && paid.receipt) deps.metrics.recordCharge(tool.name, payments.mode, priceMicros);
  const answer = own ?? decodeAnswer(paid.answer ?? '');
  const { receipt, replayed, response, proof, payer } = paid;
  const headers = {
    'PAYMENT-RESPONSE': encodeForHeader(response),
    'Payment-Receipt': Buffer.from(JSON.stringify(proof)).toString('base64url'),
    'Cache-Control': 'no-store',
  };
  const balanceMicros = principal.kind === 'account' ? await deps.ledger.readBalance(principal) : null;
  const price = receipt ? buildReceiptFields(receipt) : { priceMicros: 0 };
  const part = { ...answer, ...price, headers, replayed, balanceMicros };
  return { ...buildResult({ ...execution, principal: payer }, part), payment: response, paymentProof: proof };
}

/** Of a server that takes no payments from wallets, or none of this mode. */
const createNoPaymentError = ({ definition }: RegisteredTool): FareboxError =>
  definition.walletDeposit ? createUnavailableError(definition.uses ?? []) : new FareboxError('UNAUTHENTICATED');

/** The refusal of a call whose account has too little, with what a wallet could pay the call by. */
export function addPaymentRequest(
  error: FareboxError,
  deps: Pick<CallDeps, 'payments' | 'server'>,
  execution: CallExecution,
): FareboxError {
  const { payments } = deps;
  const { tool, principal } = execution;
  if (!payments || !takesPayment(payments, tool, principal)) return error;
  const { payment } = payments.createRequest(buildPayableCall(deps, execution)).facts;
  return new FareboxError(error.code, { ...error.facts, ...(payment ? { payment } : {}) });
}

function buildPayableCall({ server }: Pick<CallDeps, 'server'>, execution: CallExecution): PayableCall {
  const { tool, input, principal, priceMicros, options, callerGone, trace } = execution;
  const depositMicros = tool.definition.walletDeposit?.(input);
  return {
    tool,
    purpose: depositMicros === undefined ? 'call' : 'deposit',
    priceMicros: depositMicros ?? priceMicros,
    fingerprint: computeFingerprint(tool.name, input),
    resource: options.resource ?? `${server.baseUrl}${MCP_PATH}`,
    door: options.resource === undefined ? 'mcp' : 'rest',
    requestId: options.requestId,
    ip: principal.ip,
    account: principal.kind === 'account' ? principal : null,
    idempotencyKey: options.idempotencyKey,
    callerGone,
    trace,
    // A deposit is no part of what a task costs.
    task: depositMicros === undefined ? (options.task ?? null) : null,
  };
}

async function runPaidCall(
  deps: CallDeps,
  executor: Executor,
  execution: CallExecution,
): Promise<{ run: PaidRun; result?: Pick<CallResult, 'output' | 'warnings' | 'cached'> }> {
  const notes = createNotes();
  try {
    const { output, warnings: ofRun, cached, costMicros } = await executor.execute(execution, false, notes);
    const warnings = joinWarnings(execution.warnings, ofRun);
    return {
      run: { isOk: true, answer: encodeAnswer(output, warnings), costMicros },
      result: { output, warnings, cached },
    };
  } catch (thrown) {
    const { reason, error } = explainFailure(deps, execution, thrown, notes);
    return { run: { isOk: false, reason, error, costMicros: notes.costMicros } };
  }
}

/** Somebody who may have an account, before the payment says which. */
const createAnonymousPayer = (mode: Mode, ip: string): AccountPrincipal => ({
  kind: 'account',
  mode,
  ip,
  accountId: ip,
  keyId: '',
  lineage: '',
  isRoot: false,
  status: 'active',
  caps: {},
});

/** JSON as base64: how payments stand in headers. */
export const encodeForHeader = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
