/** Meters the newsroom's calls to providers that cost the operator money. */

import { UpstreamFailure } from '../../kernel/errors/failure.ts';
import { CallerGoneError } from '../../kernel/tool/chain.ts';
import { type CallContext, withTimeout } from '../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../kernel/tool/provider.ts';
import type { CostOperation, CostService } from './tables.ts';
import { closeCost, type EndedCost, openCost } from './writes.ts';

/** Purpose of a call, and its owner. */
export interface CostPurpose {
  operation: CostOperation;
  /** Null for what the operator has it do. */
  companyId: string | null;
  articleId?: number;
  jobId?: string;
}

export interface MeteredCall<T> extends CostPurpose {
  service: CostService;
  provider: ProviderDefinition;
  /** Id of the model, where one is named. */
  model?: string | undefined;
  /** The most that it can cost, in micro-USD. */
  ceilingMicros: number;
  /** What the same call costs whoever buys it here. */
  marketMicros: number;
  timeoutMs: number;
  budgetMicros: number;
  zone: string;
  run(ctx: CallContext, note: (tokens: Tokens) => void): Promise<T>;
}

/** Null where the provider did not say. */
export interface Tokens {
  inputTokens: number | null;
  outputTokens: number | null;
}

/** Use of one call. */
export interface UpstreamUse {
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
}

export type MeteredAnswer<T> = { use: UpstreamUse } & (
  | { ok: true; value: T }
  /** Null: the month's budget doesn't hold the call, and nothing was sent. */
  | { ok: false; failure: UpstreamFailure | null }
);

const NOTHING: UpstreamUse = { inputTokens: 0, outputTokens: 0, costMicros: 0 };

/**
 * Sends what `run` sends, between two lines in the books. Throws CallerGoneError when nobody waits any more, and what the server
 * itself refuses; an upstream's failure is an answer.
 */
export async function meterCall<T>(ctx: CallContext, call: MeteredCall<T>): Promise<MeteredAnswer<T>> {
  const { provider, service, operation, companyId, articleId = null, jobId = null } = call;
  if (ctx.callerGone.aborted) throw new CallerGoneError();
  // Nothing is sent to a provider that cools down.
  if (ctx.environment.health.pausedForMs(provider.id, call.model) > 0)
    return fail(new UpstreamFailure('parked', provider.id));
  const id = await ctx.services.database.write(openCost, {
    provider: provider.id,
    service,
    operation,
    company_id: companyId,
    article_id: articleId,
    job_id: jobId,
    market_micros: call.marketMicros,
    ceilingMicros: Math.ceil(call.ceilingMicros),
    budgetMicros: call.budgetMicros,
    zone: call.zone,
  });
  return id === null ? fail(null) : await sendNoted(ctx, call, id);
}

const fail = (failure: UpstreamFailure | null): { ok: false; failure: UpstreamFailure | null; use: UpstreamUse } => ({
  ok: false,
  failure,
  use: NOTHING,
});

async function sendNoted<T>(ctx: CallContext, call: MeteredCall<T>, id: number): Promise<MeteredAnswer<T>> {
  const startedMs = performance.now();
  let tokens: Tokens = { inputTokens: null, outputTokens: null };
  let costMicros: number | null = null;
  const meter = (micros: number): void => {
    costMicros = (costMicros ?? 0) + micros;
  };
  const close = async (status: EndedCost['status'], knownMicros: number | null): Promise<UpstreamUse> => {
    const inputTokens = tokens.inputTokens ?? 0;
    const outputTokens = tokens.outputTokens ?? 0;
    const latencyMs = Math.round(performance.now() - startedMs);
    const ended: EndedCost = { id, status, inputTokens, outputTokens, costMicros: knownMicros, latencyMs };
    // An open line is closed by the purge, with the most that the call can have cost.
    await ctx.services.database.write(closeCost, ended).catch((thrown: unknown) => {
      ctx.log.error({ err: thrown, id }, 'could not save the cost of a call');
    });
    return { inputTokens, outputTokens, costMicros: Math.ceil(knownMicros ?? call.ceilingMicros) };
  };
  try {
    const value = await call.run(withTimeout({ ...ctx, meter }, call.timeoutMs), (usage) => {
      tokens = usage;
    });
    return { ok: true, value, use: await close('ok', costMicros) };
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure)) {
      await close('ended', costMicros);
      throw thrown;
    }
    const { kind } = thrown;
    ctx.log.warn({ requestId: ctx.requestId, provider: call.provider.id, kind, err: thrown }, 'provider failed');
    // Who says no charges nothing; who is not heard to the end may.
    const isUnheard = kind === 'timeout' || kind === 'cut';
    return { ok: false, failure: thrown, use: await close(kind, costMicros ?? (isUnheard ? null : 0)) };
  }
}
