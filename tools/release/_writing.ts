/** Shared by operations that write a release: scoring the text, and saving both once per idempotency key. */
import { findFinishedWrite, type WriteClaim } from '../../src/database/batches/finished-writes.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { describeMaking, describeOpinion, type Part } from '../../src/newsroom/analysis/analyses/refine.ts';
import type { Clock } from '../../src/newsroom/analysis/mentions/types.ts';
import { askForQuality } from '../../src/newsroom/analysis/quality/opinions.ts';
import type { NewsQuality } from '../../src/newsroom/analysis/quality/types.ts';
import type { Generation, Optimization } from '../../src/newsroom/content/releases/generation.ts';
import { measureBody } from '../../src/newsroom/content/releases/measure.ts';
import { createWrittenRelease, type WrittenRelease } from '../../src/newsroom/content/releases/writes.ts';
import type { CostPurpose } from '../../src/newsroom/costs/meter.ts';
import { requireMember } from './_shared.ts';

export interface WrittenText {
  title: string;
  subtitle: string | null;
  body: string;
}

/** The score of a text that was written here, and how both came about. */
export async function scoreWritten(
  ctx: CallContext,
  { title, body }: WrittenText,
  { parts, clock }: { parts: readonly Part[]; clock: Clock },
  purpose: CostPurpose,
): Promise<Pick<Generation, 'engine' | 'model' | 'degraded_reason'> & { nq: NewsQuality }> {
  const { nq } = await ctx.services.analyses.analyze({ mode: 'score', title, body, clock }, ctx);
  if (nq === null) throw new FareboxError('INTERNAL');
  const opinion = await askForQuality(ctx, { quality: nq, text: `${title}\n${body}` }, purpose);
  const { engine, model, degraded_reason } = describeMaking([...parts, describeOpinion(opinion)]);
  return { engine, model, degraded_reason, nq: opinion.quality };
}

/** Earlier answer of the same call: nothing is written, and no model asked, a second time. */
export async function findWritten(
  ctx: CallContext,
  claim: WriteClaim | undefined,
): Promise<WrittenRelease | undefined> {
  const earlier = await findFinishedWrite<WrittenRelease>(ctx.services.database, claim);
  if (earlier) ctx.markReplayed();
  return earlier?.output;
}

interface WritingOrigin {
  source_type: 'generated' | 'optimized';
  ai_engine: string | null;
  generation: (Generation | Optimization) & { nq: NewsQuality };
}

export async function keepWritten(
  ctx: CallContext,
  { title, subtitle, body }: WrittenText,
  { generation, ...origin }: WritingOrigin,
  claim: WriteClaim | undefined,
): Promise<WrittenRelease> {
  const { companyId, userId } = requireMember(ctx);
  const { nq_score, nq_dimensions, engine } = generation.nq;
  const { output, replayed } = await ctx.services.database.write(createWrittenRelease, {
    release: {
      company_id: companyId,
      title,
      subtitle,
      body,
      contact_info: null,
      ...origin,
      nq_score,
      nq_source: engine,
      nq_dimensions: JSON.stringify(nq_dimensions),
      created_by: userId,
      ...(await measureBody(body, title)),
    },
    generation,
    claim,
  });
  if (replayed) ctx.markReplayed();
  return output;
}
