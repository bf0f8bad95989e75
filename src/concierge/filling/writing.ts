/** Everything for a language model: the request as it stands, or above what was fetched. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { readOriginal } from '../reading/normalise.ts';
import { addSource, findGivenText, isWithin } from './given-text.ts';
import { type Filler, findQuotesFor, type Job, noteEntity } from './job.ts';
import { addStep, findLastText } from './steps.ts';

export const fillWriting: Filler = (job) => {
  const { reading, clause, plan, isOnly } = job;
  const { pages, sounds } = clause.facts;
  for (const quote of findQuotesFor(job)) noteEntity(job, 'quote', quote);
  const hasSource = pages.length + sounds.length > 0 || (plan.steps.length > 0 && isAboutEarlier(job));
  const whole = isOnly
    ? reading.text.original.trim()
    : readOriginal(reading.text, clause.start, clause.end)
        .replace(/^[\s,.、，。;；]+/, '')
        .trim();
  if (!hasSource) {
    if (whole === '') return false;
    addStep(job, job.tool, { prompt: whole });
    return true;
  }
  if (!addSource(job)) return false;
  const from = findLastText(job);
  if (!from) return false;
  // What was fetched is what the model works on; the request stands above it.
  addStep(job, job.tool, { system: whole }, { prompt: from });
  return true;
};

/** A task after another one, without a text of its own, is about what that one found. */
function isAboutEarlier(job: Job): boolean {
  if (findGivenText(job) !== null) return false;
  const { hits, language, command } = job.reading;
  const last = job.plan.steps.at(-1)?.tool ?? '';
  const isBackward = hits.some((hit) => hit.key.kind === 'back' && isWithin(job, hit));
  if (isBackward) return true;
  if (!FETCHES.has(job.vocabulary.findTask(last))) return false;
  const part = command.slice(job.clause.start, job.clause.end);
  return language !== 'en' || part.length < 90 || /summar|sum up|compare|explain|what|key/.test(part);
}

const FETCHES: ReadonlySet<Task | undefined> = new Set<Task>([
  'search',
  'news',
  'article',
  'reading',
  'extraction',
  'selection',
  'crawl',
  'picture',
  'transcript',
]);
