/** One request of a message while it is turned into steps. */
import type { Reading } from '../reading/message.ts';
import type { Piece } from '../reading/pieces.ts';
import type { Span } from '../reading/spans.ts';
import { TARGETS_MAX } from '../reading/targets.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import type { Clause } from '../scoring/ranking.ts';
import type { Entity, EntityKind, LeftOut, MissingInput, RouteStep } from '../types.ts';

export interface Plan {
  steps: RouteStep[];
  entities: Entity[];
  leftOut: LeftOut[];
}

export interface Job {
  reading: Reading;
  vocabulary: Vocabulary;
  clause: Clause;
  /** The tool that is called: the usual one of its task or a variant. */
  tool: string;
  /** What stands in earlier requests already. */
  plan: Plan;
  /** Nothing else is asked in the message. */
  isOnly: boolean;
}

/** Adds the steps of a request; false where it is none of its kind, a name where it lacks what only its sender knows. */
export type Filler = (job: Job) => boolean | MissingInput;

export function noteEntity(job: Job, kind: EntityKind, { start, end, value }: Piece | Span): void {
  job.plan.entities.push({ kind, value, start, end });
}

/** At most so many run in one call. */
export const STEPS_MAX = 6;

/** Those of several targets that still fit, each with so many steps; the others are left out, and named. */
export function takeTargets<T extends Pick<Piece, 'value'>>(job: Job, targets: readonly T[], stepsEach = 1): T[] {
  const count = Math.min(TARGETS_MAX, Math.max(1, Math.floor((STEPS_MAX - job.plan.steps.length) / stepsEach)));
  for (const { value } of targets.slice(count)) job.plan.leftOut.push({ tool: job.tool, target: value });
  return targets.slice(0, count);
}

export const findSpans = ({ clause, reading }: Job, kind: Span['kind']): Span[] =>
  reading.spans.filter((span) => span.kind === kind && span.start >= clause.start && span.end <= clause.end);

/** Quotations of the clause, or of the whole message where the clause has none. */
export function findQuotesFor(job: Job): Span[] {
  const own = findSpans(job, 'quote');
  if (own.length > 0 || job.plan.steps.length > 0) return own;
  return job.reading.spans.filter(({ kind }) => kind === 'quote');
}
