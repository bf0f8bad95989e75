/**
 * A better version of a release by rules alone: noise taken out, headline and paragraphs put in shape (where that doesn't lower
 * the score), placeholders where something is missing. No step invents a fact.
 */
import { checkFacts } from '../facts-check/check.ts';
import type { Clock } from '../mentions/types.ts';
import { scoreQuality } from '../quality/score.ts';
import type { Change, Draft, DraftFacts, OptimizedText } from './draft.ts';
import { CALMING, FILLING, RESHAPING, type Step } from './optimise-steps.ts';

const CHANGES_MAX = 30;
/** Longer texts are reshaped without scoring each step, which takes time in proportion to the text. UTF-16 units. */
const SCORED_MAX = 20_000;

export function optimizeText(draft: Draft, facts: DraftFacts, clock: Clock): OptimizedText {
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
  return finish(best, changes, draft, facts, clock);
}

/** The check that every written text passes, the rules' own included. */
function finish(best: Draft, changes: Change[], draft: Draft, { language }: DraftFacts, clock: Clock): OptimizedText {
  const inputs = [`${draft.title ?? ''}\n${draft.body}`];
  const check = (text: string): ReturnType<typeof checkFacts> => checkFacts(text, { inputs, language, clock });
  const title = best.title === null ? null : check(best.title);
  const body = check(best.body);
  return {
    title: title?.text ?? null,
    subtitle: null,
    body: body.text,
    changes: changes.slice(0, CHANGES_MAX),
    unverified: [...(title?.unverified ?? []), ...body.unverified],
    placeholders: [...new Set([...(title?.placeholders ?? []), ...body.placeholders])],
  };
}
