/** Everything for a language model: the request as it stands, or above what was fetched. */
import { originalAt } from '../normalise.ts';
import { givenText, sourceOf, within } from './given.ts';
import { addStep, type Filler, type Job, note, quotesFor, textOfLastStep } from './job.ts';

export const fillModel: Filler = (job) => {
  const { reading, clause, plan, isOnly } = job;
  const { pages, sounds } = clause.facts;
  for (const quote of quotesFor(job)) note(job, 'quote', quote);
  const hasSource = pages.length + sounds.length > 0 || (plan.steps.length > 0 && isAboutEarlier(job));
  const whole = isOnly
    ? reading.text.original.trim()
    : originalAt(reading.text, clause.start, clause.end)
        .replace(/^[\s,.、，。;；]+/, '')
        .trim();
  if (!hasSource) {
    if (whole === '') return false;
    addStep(job, job.tool, { prompt: whole });
    return true;
  }
  if (!sourceOf(job)) return false;
  const from = textOfLastStep(job);
  if (!from) return false;
  // What was fetched is what the model works on; the request stands above it.
  addStep(job, job.tool, { system: whole }, { prompt: from });
  return true;
};

/** A task after another one, without a text of its own, is about what that one found. */
function isAboutEarlier(job: Job): boolean {
  if (givenText(job) !== null) return false;
  const { hits, language, command } = job.reading;
  const last = job.plan.steps.at(-1)?.tool ?? '';
  const isBackward = hits.some((hit) => hit.key.kind === 'back' && within(job, hit));
  if (isBackward) return true;
  if (
    !/^(?:smart-search|search-|smart-news|news-feed|smart-read|reader|scrape|smart-stt|vision|encyclopedia|smart-extract)/.test(
      last,
    )
  )
    return false;
  const part = command.slice(job.clause.start, job.clause.end);
  return language !== 'en' || part.length < 90 || /summar|sum up|compare|explain|what|key/.test(part);
}
