/**
 * A better version of a release by rules alone: noise taken out, headline and paragraphs put in shape (where that doesn't lower
 * the score), placeholders where something is missing. No step invents a fact.
 */
import { checkFacts, type FactsCheck, type FactsCheckOptions, type UnverifiedClaim } from '../facts-check/check.ts';
import type { Clock } from '../mentions/types.ts';
import { scoreQuality } from '../quality/score.ts';
import type { Change, Draft, DraftInput, OptimizedText } from './draft.ts';
import { CALMING, compareDrafts, FILLING, RESHAPING, type Step } from './optimize-steps.ts';
import type { WrittenRelease } from './written.ts';

const CHANGES_MAX = 30;
/** Longer texts are reshaped without scoring each step, which takes time in proportion to the text. UTF-16 units. */
const SCORED_MAX = 20_000;

export function optimizeText(draft: Draft, facts: DraftInput, clock: Clock): OptimizedText {
  let best = draft;
  const changes: Change[] = [];
  const take = (next: ReturnType<Step>): void => {
    if (next === null) return;
    best = next.draft;
    changes.push(...next.changes);
  };
  const score = (one: Draft): number => (one.body.length > SCORED_MAX ? 0 : scoreQuality(one).nq_score);
  for (const step of CALMING) take(step(best, facts));
  for (const step of RESHAPING) {
    const next = step(best, facts);
    if (next !== null && score(next.draft) >= score(best)) take(next);
  }
  for (const step of FILLING) take(step(best, facts));
  return finish({ ...best, subtitle: null }, changes, { inputs: [joinDraft(draft)], language: facts.language, clock });
}

/** The draft as one text. */
export const joinDraft = ({ title, body }: Draft): string => `${title ?? ''}\n${body}`;

/**
 * Completes a model's text: calmed, checked, and with placeholders for missing facts. `inputs` is all that it may say;
 * the changes are listed if it was written from a draft.
 */
export function completeRelease(
  { title, subtitle, body }: WrittenRelease,
  draft: Draft | null,
  facts: DraftInput,
  { inputs, clock }: Pick<FactsCheckOptions, 'inputs' | 'clock'>,
): OptimizedText {
  const { language } = facts;
  const options = { inputs, language, clock };
  let calm: Draft = { title, body };
  for (const step of CALMING) calm = step(calm, facts)?.draft ?? calm;
  const checked = finish({ ...calm, subtitle }, [], options);
  const changes = draft === null ? [] : compareDrafts(draft, checked, language);
  let best: Draft = checked;
  for (const step of FILLING) {
    const next = step(best, facts);
    if (next === null) continue;
    best = next.draft;
    changes.push(...next.changes);
  }
  const whole = finish({ ...best, subtitle: checked.subtitle }, changes, options);
  return { ...whole, unverified: mergeClaims([...checked.unverified, ...whole.unverified]) };
}

/** Each once. */
const mergeClaims = (claims: readonly UnverifiedClaim[]): UnverifiedClaim[] => [
  ...new Map(claims.map((claim) => [claim.text, claim])).values(),
];

/** The check that every written text passes, the rules' own included. */
function finish(
  best: Draft & { subtitle: string | null },
  changes: readonly Change[],
  options: FactsCheckOptions,
): OptimizedText {
  const check = (text: string): FactsCheck => checkFacts(text, options);
  const title = best.title === null ? null : check(best.title);
  const subtitle = best.subtitle === null ? null : check(best.subtitle);
  const body = check(best.body);
  const checks = [title, subtitle, body].filter((one) => one !== null);
  return {
    title: title?.text ?? null,
    subtitle: subtitle?.text ?? null,
    body: body.text,
    changes: changes.slice(0, CHANGES_MAX),
    unverified: mergeClaims(checks.flatMap((one) => one.unverified)),
    placeholders: [...new Set(checks.flatMap((one) => one.placeholders))],
  };
}
