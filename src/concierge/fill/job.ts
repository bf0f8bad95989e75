/** One request of a message on its way to becoming steps. */
import type { Clause } from '../clauses.ts';
import type { Reading } from '../message.ts';
import type { Piece } from '../pieces.ts';
import type { Span } from '../spans.ts';
import type { Entity, EntityKind, RouteStep } from '../types.ts';
import type { Vocabulary } from '../vocabulary.ts';

export interface Plan {
  steps: RouteStep[];
  entities: Entity[];
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

/** Adds the steps of a request; false where something that it needs is not there. */
export type Filler = (job: Job) => boolean;

export function noteEntity(job: Job, kind: EntityKind, { start, end, value }: Piece | Span): void {
  job.plan.entities.push({ kind, value, start, end });
}

export const findSpans = ({ clause, reading }: Job, kind: Span['kind']): Span[] =>
  reading.spans.filter((span) => span.kind === kind && span.start >= clause.start && span.end <= clause.end);

/** Quotations of the clause, or of the whole message where the clause has none. */
export function findQuotesFor(job: Job): Span[] {
  const own = findSpans(job, 'quote');
  if (own.length > 0 || job.plan.steps.length > 0) return own;
  return job.reading.spans.filter(({ kind }) => kind === 'quote');
}
