/** One request of a message on its way to becoming steps. */
import type { RegisteredTool } from '../../kernel/registry.ts';
import type { Clause } from '../clauses.ts';
import type { Reading } from '../reading.ts';
import type { Piece } from '../residue.ts';
import type { Span } from '../spans.ts';
import type { Entity, EntityKind, RouteStep, StepSource } from '../types.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { parametersOf } from './parameters.ts';

export interface Plan {
  steps: RouteStep[];
  entities: Entity[];
}

export interface Job {
  reading: Reading;
  vocabulary: Vocabulary;
  clause: Clause;
  /** The tool that is called: the family's own or a variant of it. */
  tool: string;
  /** What stands in earlier requests already. */
  plan: Plan;
  /** Nothing else is asked in the message. */
  isOnly: boolean;
}

/** Adds the steps of a request; false where something that it needs is not there. */
export type Filler = (job: Job) => boolean;

/**
 * Appends a step with the parameters that the clause names; what does not fit the tool's schema is left out, but a
 * voice: another one than was asked for would be a surprise.
 */
export function addStep(
  job: Job,
  tool: string,
  input: Record<string, unknown>,
  from?: Record<string, StepSource>,
): void {
  const registered = job.vocabulary.tools.get(tool);
  if (!registered) return;
  const all = { ...parametersOf(job, registered), ...input };
  const fitting = Object.fromEntries(
    Object.entries(all).filter(([field, value]) => field === 'voice' || fits(registered, field, value)),
  );
  job.plan.steps.push({ tool, input: fitting, ...(from ? { from } : {}) });
}

export function fits({ definition }: RegisteredTool, field: string, value: unknown): boolean {
  return Object.hasOwn(definition.input.shape, field) && fitsField(definition.input.shape[field], value);
}

export const fitsField = (schema: unknown, value: unknown): boolean =>
  value !== undefined && isSchema(schema) && schema.safeParse(value).success;

interface Schema {
  safeParse(value: unknown): { success: boolean };
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'safeParse' in value && typeof value.safeParse === 'function';

export function note(job: Job, kind: EntityKind, { start, end, value }: Piece | Span): void {
  job.plan.entities.push({ kind, value, start, end });
}

export const spansOf = ({ clause, reading }: Job, kind: Span['kind']): Span[] =>
  reading.spans.filter((span) => span.kind === kind && span.start >= clause.start && span.end <= clause.end);

/** Quotations of the clause, or of the whole message where the clause has none. */
export function quotesFor(job: Job): Span[] {
  const own = spansOf(job, 'quote');
  if (own.length > 0 || job.plan.steps.length > 0) return own;
  return job.reading.spans.filter(({ kind }) => kind === 'quote');
}

/** Where the text that an earlier step makes stands in its output. */
const textPaths: Readonly<Record<string, string>> = {
  'smart-stt': 'text',
  'smart-translate': 'translated',
  translate: 'translated',
  'translate-premium': 'translated',
  'smart-read': 'content',
  reader: 'content',
  scrape: 'content',
  'scrape-advanced': 'pages',
  'smart-search': 'summary',
  'search-ai': 'results',
  'search-web': 'results',
  'search-independent': 'results',
  'smart-news': 'articles',
  'news-feed': 'articles',
  encyclopedia: 'extract',
  vision: 'description',
  'smart-extract': 'data',
  directions: 'steps',
  'smart-geo': 'results',
  geocode: 'results',
};

/** The output of the last step, as text; a value that is none is written as JSON by who runs the route. */
export function textOfLastStep({ plan }: Job): StepSource | null {
  const at = plan.steps.length - 1;
  const last = plan.steps[at];
  if (!last) return null;
  const answers = ['generate', 'smart-llm'].includes(last.tool) || last.tool.startsWith('llm-');
  return { step: at, path: answers ? 'response' : (textPaths[last.tool] ?? '') };
}
