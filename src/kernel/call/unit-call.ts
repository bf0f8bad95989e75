/**
 * A call that is limited by its company's plan instead of paid. A unit is reserved in the commit of the idempotency
 * claim, and settled in the commit that stores the result and the recorded response. A failure or crash releases it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FareboxError, toErrorObject } from '../errors/errors.ts';
import type { OpenUnit, UnitLedger, UnitOutcome } from '../ports.ts';
import type { Principal } from '../principal.ts';
import { computeFingerprint } from '../tool/input.ts';
import { decodeAnswer, encodeAnswer } from '../tool/reply.ts';
import { assertReady } from './available.ts';
import type { CallDeps } from './call-deps.ts';
import type { Executor } from './execute.ts';
import { type CallExecution, createNotes, type ExecutionResult } from './execution.ts';
import { explainFailure } from './outcome.ts';
import { buildResult } from './result.ts';
import type { CallResult } from './types.ts';

const POLL_MS_MIN = 25;
const POLL_MS_MAX = 250;

/** Throws a FareboxError; then no unit is used. */
export async function callWithUnit(deps: CallDeps, executor: Executor, execution: CallExecution): Promise<CallResult> {
  const { tool, input, member, callId, options } = execution;
  const { quota } = tool.definition;
  const { units } = deps;
  if (!quota || !units) throw new Error(`Nothing counts the units of ${tool.name}`);
  if (!member) throw new FareboxError('UNAUTHENTICATED');
  quota.check?.(input);
  await assertReady(execution, deps.environments);
  const { idempotencyKey: key } = options;
  const opened = await units.open({
    callId,
    unit: quota.unit,
    tool: tool.name,
    companyId: member.companyId,
    timeoutMs: tool.timeoutMs,
    ...(key === undefined ? {} : { idempotency: buildIdempotency(execution, key) }),
  });
  if (opened.state !== 'opened') return answerEarlier(units, execution, opened);
  return runAndSettle(deps, units, executor, execution);
}

function buildIdempotency(
  { tool, input, principal }: CallExecution,
  key: string,
): NonNullable<OpenUnit['idempotency']> {
  return { scope: formatScope(principal), key, fingerprint: computeFingerprint(tool.name, input) };
}

/** With a session the account and the user, with a key the account and what survives its rotation. */
function formatScope(principal: Principal): string {
  if (principal.kind === 'session') return `session ${principal.accountId} ${principal.userId}`;
  if (principal.kind === 'account') return `${principal.accountId} ${principal.lineage}`;
  throw new FareboxError('UNAUTHENTICATED');
}

async function runAndSettle(
  deps: CallDeps,
  units: UnitLedger,
  executor: Executor,
  execution: CallExecution,
): Promise<CallResult> {
  const { callId, options } = execution;
  const isClaimed = options.idempotencyKey !== undefined;
  const notes = createNotes();
  let result: ExecutionResult;
  try {
    // Under an idempotency key others may wait for the answer when its caller has left.
    result = await executor.execute(execution, !isClaimed, notes);
  } catch (thrown) {
    const { error } = explainFailure(deps, execution, thrown, notes);
    await units.release({ callId, failure: toErrorObject(error) }).catch((failed: unknown) => {
      deps.log.error({ err: failed, callId }, 'could not release a quota unit, it expires at its deadline');
    });
    throw error;
  }
  const { output, cached } = result;
  const warnings = [...execution.warnings, ...result.warnings];
  const answer = isClaimed ? { answer: encodeAnswer(output, warnings) } : {};
  if (!(await units.settle({ callId, output, ...answer }))) throw new FareboxError('CALL_RECOVERED');
  return buildResult(execution, { output, warnings, cached });
}

/** The same call runs, here or at another instance, or has finished. */
async function answerEarlier(
  units: UnitLedger,
  execution: CallExecution,
  outcome: Exclude<UnitOutcome, { state: 'opened' }>,
): Promise<CallResult> {
  const answer = outcome.state === 'finished' ? outcome.answer : await waitForAnswer(units, execution, outcome.callId);
  if (answer === null) throw new FareboxError('ANSWER_NOT_KEPT');
  return buildResult(execution, { ...decodeAnswer(answer), replayed: true });
}

async function waitForAnswer(
  units: UnitLedger,
  { tool, callerGone }: CallExecution,
  callId: string,
): Promise<string | null> {
  const endMs = Date.now() + tool.timeoutMs;
  for (let waitMs = POLL_MS_MIN; Date.now() < endMs; waitMs = Math.min(waitMs * 1.5, POLL_MS_MAX)) {
    await sleep(waitMs);
    if (callerGone.aborted) break;
    const unit = await units.readState(callId);
    if (unit.state === 'finished') return unit.answer;
    if (unit.state === 'released') {
      const { code, message, next, details: { reason, ...details } = {} } = unit.failure;
      throw new FareboxError(code, { message, next, details, ...(typeof reason === 'string' ? { reason } : {}) });
    }
    if (unit.state === 'unknown') break;
  }
  throw new FareboxError('IN_PROGRESS', { retryAfterSeconds: 1 });
}
