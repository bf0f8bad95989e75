/** An analysis by the rules with a model's part in it, or the reason why it has none. */
import type { CallContext } from '../../../kernel/tool/context.ts';
import { countCodePoints } from '../../../text/code-points.ts';
import type { CostPurpose, UpstreamUse } from '../../costs/meter.ts';
import { addUses } from '../../costs/use.ts';
import type { ModelAnswer } from '../models/models.ts';
import type { DegradedReason } from '../models/reasons.ts';
import { askForQuality, type QualityOpinion } from '../quality/opinions.ts';
import type { Analysis, AnalysisInput } from './analyze.ts';
import { type GeneratedRelease, type GenerationInput, listFormTexts } from './generate.ts';
import { askForDescription, askForGeneration, askForRelease, WRITTEN_MAX } from './model-words.ts';

/** Origin of a result. */
export interface Making {
  engine: 'rules' | 'rules+llm';
  /** Null for none. */
  model: string | null;
  degraded_reason: DegradedReason | null;
  use: UpstreamUse;
}

export interface Refinement {
  analysis: Analysis;
  making: Making;
}

type RefinedText = 'description' | 'release';

/** One part of the work that a model could have done. */
export interface Part {
  model: string | null;
  reason: DegradedReason | null;
  use: UpstreamUse;
}

/** All that a model can do for an analysis of this mode. Throws what `Models.ask` throws, and what a long text does. */
export async function refineAnalysis(
  ctx: CallContext,
  input: AnalysisInput,
  analysis: Analysis,
  purpose: CostPurpose,
): Promise<Refinement> {
  const { nq, mode, text } = analysis;
  const texts: RefinedText[] = mode === 'score' ? [] : mode === 'facts' ? ['description'] : ['description', 'release'];
  const [opinion, written] = await Promise.all([
    nq === null ? null : askForQuality(ctx, { quality: nq, text }, purpose),
    writeAnalysis(ctx, { input, analysis, texts }, purpose),
  ]);
  const parts = [...written.parts, ...(opinion === null ? [] : [describeOpinion(opinion)])];
  const refined = opinion?.quality ?? null;
  return {
    analysis: { ...written.analysis, nq: refined, nq_score: refined?.nq_score ?? null },
    making: describeMaking(parts),
  };
}

/** A release with a model's words where they pass the checks. */
export async function refineRelease(
  ctx: CallContext,
  input: AnalysisInput,
  analysis: Analysis,
  purpose: CostPurpose,
): Promise<{ analysis: Analysis; parts: Part[] }> {
  return await writeAnalysis(ctx, { input, analysis, texts: ['release'] }, purpose);
}

/** A release from a form, in a model's words where they pass the checks. */
export async function generateWithModel(
  ctx: CallContext,
  input: GenerationInput,
  purpose: CostPurpose,
): Promise<{ release: GeneratedRelease; parts: Part[] }> {
  const { analyses } = ctx.services;
  const isLong = countCodePoints(listFormTexts(input.form).join('\n')) > WRITTEN_MAX;
  if (isLong) return { release: await analyses.generate(input, ctx), parts: [createLongPart(ctx)] };
  const answer = await askForGeneration(ctx, input.form, purpose);
  const release = await analyses.generate(answer.ok ? { ...input, written: answer.value } : input, ctx);
  return { release, parts: [describeAnswer(answer, release.hasWritten)] };
}

/** The rules' check of a model's words is the analysis itself, with the words given to it. */
async function writeAnalysis(
  ctx: CallContext,
  { input, analysis, texts }: { input: AnalysisInput; analysis: Analysis; texts: readonly RefinedText[] },
  purpose: CostPurpose,
): Promise<{ analysis: Analysis; parts: Part[] }> {
  const isLong = countCodePoints(analysis.text) > WRITTEN_MAX;
  if (isLong) return { analysis, parts: texts.length === 0 ? [] : [createLongPart(ctx)] };
  const [description, release] = await Promise.all([
    texts.includes('description') ? askForDescription(ctx, analysis, purpose) : undefined,
    texts.includes('release') ? askForRelease(ctx, analysis, purpose) : undefined,
  ]);
  const refined = {
    description: description?.ok ? description.value : undefined,
    release: release?.ok ? release.value : undefined,
  };
  const checked =
    refined.description || refined.release
      ? await ctx.services.analyses.analyze({ ...input, written: refined }, ctx)
      : analysis;
  const { hasWritten } = checked;
  const parts = [
    ...(description ? [describeAnswer(description, hasWritten.description)] : []),
    ...(release ? [describeAnswer(release, hasWritten.release)] : []),
  ];
  return { analysis: checked, parts };
}

/** A model isn't asked about a text that would not come back in time. */
const createLongPart = (ctx: CallContext): Part => ({
  model: null,
  reason: ctx.services.models.identify(ctx) === null ? 'no_llm_configured' : 'llm_failed',
  use: addUses([]),
});

function describeAnswer(answer: ModelAnswer<unknown>, isTaken: boolean): Part {
  const { use } = answer;
  if (!answer.ok) return { model: null, reason: answer.reason, use };
  return isTaken ? { model: answer.model, reason: null, use } : { model: null, reason: 'llm_invalid_output', use };
}

export const describeOpinion = ({ quality, use }: QualityOpinion): Part => ({
  model: quality.llm?.model ?? null,
  reason: quality.degraded_reason,
  use,
});

/** `rules+llm` as soon as a model had a part; the reason says that it hadn't one in all of it. */
export function describeMaking(parts: readonly Part[]): Making {
  const model = parts.find((part) => part.model !== null)?.model ?? null;
  return {
    engine: model === null ? 'rules' : 'rules+llm',
    model,
    degraded_reason: parts.find(({ reason }) => reason !== null)?.reason ?? null,
    use: addUses(parts.map(({ use }) => use)),
  };
}
