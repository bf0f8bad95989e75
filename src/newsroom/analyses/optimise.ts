/**
 * A better version of a release by rules alone: noise taken out, headline and paragraphs put in shape, placeholders where
 * something is missing. No step invents a fact, and none is kept that lowers the score.
 */
import { checkFacts } from '../facts-check/check.ts';
import type { Clock } from '../mentions/types.ts';
import { scoreQuality } from '../quality/score.ts';
import type { Change, Draft, DraftFacts, OptimizedText } from './draft.ts';
import { calmDraft, STEPS, type Step } from './optimise-steps.ts';

const CHANGES_MAX = 30;
/** Longer texts are scored once, after all steps: scoring takes time in proportion to the text. UTF-16 units. */
const SCORED_STEP_BY_STEP = 8_000;

export function optimizeText(draft: Draft, facts: DraftFacts, clock: Clock): OptimizedText {
  const isShort = draft.body.length <= SCORED_STEP_BY_STEP;
  const score = (one: Draft): number => scoreQuality(one).nq_score;
  const takeSteps = (steps: readonly Step[], start: Draft): { draft: Draft; changes: Change[] } => {
    let best = start;
    let bestScore = isShort ? score(start) : 0;
    const changes: Change[] = [];
    for (const step of steps) {
      const next = step(best, facts);
      const nextScore = next && isShort ? score(next.draft) : 0;
      if (next === null || nextScore < bestScore) continue;
      best = next.draft;
      bestScore = nextScore;
      changes.push(...next.changes);
    }
    return { draft: best, changes };
  };
  // A short text loses points with every word, noise too: what follows has to make up for that.
  const calm = calmDraft(draft, facts);
  const calmed = takeSteps(STEPS, calm.draft);
  if (score(calmed.draft) >= facts.nq.nq_score) {
    return finish(calmed.draft, [...calm.changes, ...calmed.changes], draft, facts, clock);
  }
  const loud = takeSteps(STEPS, draft);
  const isBetter = isShort || score(loud.draft) >= facts.nq.nq_score;
  return isBetter ? finish(loud.draft, loud.changes, draft, facts, clock) : finish(draft, [], draft, facts, clock);
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
