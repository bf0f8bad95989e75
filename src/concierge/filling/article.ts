/** The encyclopedia: the subject, and in which language's edition. */
import type { Hit } from '../reading/message.ts';
import { type Filler, type Job, noteEntity } from './job.ts';
import { addStep } from './steps.ts';
import { findTopic } from './topic.ts';

export const fillArticle: Filler = (job) => {
  const topic = findTopic(job);
  if (!topic) return false;
  noteEntity(job, 'topic', topic);
  addStep(job, job.tool, { query: topic.value, language: findEdition(job) });
  return true;
};

const isEdition = (command: string, { start, end }: Hit): boolean =>
  /^(?:版|の?ウィキ|の?うぃき|の?百科| ?wiki| ?encyc|维基|百科)/.test(command.slice(end)) ||
  /(?:in|the) $/.test(command.slice(0, start));

function findEdition({ reading, clause }: Job): string {
  const language = reading.hits.find(
    (hit) =>
      hit.key.kind === 'language' &&
      hit.start >= clause.start &&
      hit.end <= clause.end &&
      isEdition(reading.command, hit),
  );
  const code = language?.key.kind === 'language' ? language.key.value.slice(0, 2) : '';
  return /^(?:en|ja|zh)$/.test(code) ? code : reading.language;
}
