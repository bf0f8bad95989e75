/** Adds steps to a plan. */
import type { StepSource } from '../types.ts';
import { isFitting } from './input-fields.ts';
import type { Job } from './job.ts';
import { readParameters } from './parameters.ts';

/**
 * Appends a step with the parameters that the clause names; what does not fit the tool's schema is left out, but a
 * voice: another one than was asked for would be a surprise.
 */
export function addStep(
  job: Job,
  tool: string | undefined,
  input: Record<string, unknown>,
  from?: Record<string, StepSource>,
): void {
  const registered = job.vocabulary.tools.get(tool ?? '');
  if (!registered) return;
  const all = { ...readParameters(job, registered), ...input };
  const fitting = Object.fromEntries(
    Object.entries(all).filter(([field, value]) => field === 'voice' || isFitting(registered, field, value)),
  );
  job.plan.steps.push({ tool: registered.name, input: fitting, ...(from ? { from } : {}) });
}

/** The output of the last step, as text; a value that is not a text becomes JSON when the route runs. */
export function findLastText({ plan, vocabulary }: Job): StepSource | null {
  const at = plan.steps.length - 1;
  const last = plan.steps[at];
  if (!last) return null;
  return { step: at, path: vocabulary.tools.get(last.tool)?.definition.lexicon?.textAt ?? '' };
}
