/** Turns search results into a diagnosis: the cause and the next step. */
import { z } from 'zod';
import type { Fix } from '../reads.ts';
import { diagnoseByRules } from '../search/rules.ts';
import type { Candidate } from '../search/search.ts';
import type { Diagnosis, FoundFix } from '../types.ts';

/** From here on the best fix is taken for the one. */
const KNOWN_FROM = 0.38;
/** From here on a fix that may be the one lends its steps to a rule. */
const LIKELY_FROM = 0.26;

const steps = z.array(z.string());

const UNKNOWN: Diagnosis = {
  summary: 'Nothing is known about this error.',
  likelyCause: 'No published fix and no rule fits it.',
  steps: [],
  confidence: 0,
  source: 'rules',
};

/** Null when nothing is known. */
export function diagnoseError(errorText: string, candidates: readonly Candidate[]): Diagnosis | null {
  const [best] = candidates;
  if (best && best.score >= KNOWN_FROM) return buildDiagnosis(best.fix, best.score);
  const ruled = diagnoseByRules(errorText);
  if (!ruled) return best && best.score >= LIKELY_FROM ? buildDiagnosis(best.fix, best.score) : null;
  return best && best.score >= LIKELY_FROM ? { ...ruled, steps: readSteps(best.fix) } : ruled;
}

export const defaultToUnknown = (diagnosis: Diagnosis | null): Diagnosis => diagnosis ?? UNKNOWN;

function buildDiagnosis(fix: Fix, score: number): Diagnosis {
  const likelyCause =
    fix.origin === 'farebox'
      ? fix.cause
      : `Not recorded: ${fix.contributed_by} contributed this fix, a moderator accepted it.`;
  return { summary: fix.title, likelyCause, steps: readSteps(fix), confidence: score, source: 'known-fix' };
}

/** Of a published fix; nothing else has steps. */
export function readSteps(fix: Fix): string[] {
  return steps.safeParse(JSON.parse(fix.steps)).data ?? [];
}

export function formatFoundFix({ fix, score }: Candidate): FoundFix {
  const { id: fixId, title, fix: fixDescription, successes, failures, contributed_by: contributedBy } = fix;
  return { fixId, title, fixDescription, score, successes, failures, contributedBy };
}
