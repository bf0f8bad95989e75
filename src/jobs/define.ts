/** Lets features declare background jobs in `jobs.ts` or `<name>-jobs.ts`; jobs are found by kind. */
import { importDefinitions } from '../database/definitions.ts';
import type { JobDefinition, PipelineDefinition, WorkDefinition } from './types.ts';

export const defineJob = (definition: Omit<WorkDefinition, 'type'>): WorkDefinition => ({
  ...definition,
  type: 'work',
});

export const definePipeline = (definition: Omit<PipelineDefinition, 'type'>): PipelineDefinition => ({
  ...definition,
  type: 'pipeline',
});

export type JobDefinitions = ReadonlyMap<string, JobDefinition>;

/** Every kind of the product. */
export async function loadJobs(): Promise<JobDefinitions> {
  return indexJobs((await importDefinitions(/(^|-)jobs$/)).filter(isJob));
}

/** Throws for two kinds of a name, and for a stage that is no kind of work. */
export function indexJobs(definitions: readonly JobDefinition[]): JobDefinitions {
  const byKind = new Map<string, JobDefinition>();
  for (const definition of definitions) {
    const { kind } = definition;
    const existing = byKind.get(kind);
    if (existing !== undefined && existing !== definition) throw new Error(`Two kinds of jobs are named ${kind}.`);
    byKind.set(kind, definition);
  }
  for (const definition of byKind.values()) {
    if (definition.type === 'work') continue;
    const unknown = definition.stages.find((stage) => byKind.get(stage)?.type !== 'work');
    if (unknown) throw new Error(`The job ${definition.kind} has a stage ${unknown}, which is no kind of work.`);
  }
  return byKind;
}

export const listStages = (definition: JobDefinition): readonly [string, ...string[]] =>
  definition.type === 'work' ? [definition.kind] : definition.stages;

const isJob = (value: unknown): value is JobDefinition =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'work' || value.type === 'pipeline') &&
  'kind' in value &&
  typeof value.kind === 'string';
