/** The encyclopedia: the subject, and in which language's edition. */
import { findHits, type Hit } from '../reading/message.ts';
import { type Filler, type Job, noteEntity } from './job.ts';
import { addStep } from './steps.ts';
import { createRequestTest, findCommas, findTopic, isDirective, refineTopic, type Topic } from './topic.ts';

export const fillArticle: Filler = (job) => {
  const { reading } = job;
  const ask = createRequestTest(job, false);
  const topic = findTopic(
    job,
    (hit) =>
      ask(hit) ||
      (hit.key.kind === 'noun' &&
        (hit.key.task === 'article' || (hit.key.task === 'search' && isDirective.test(hit.text)))) ||
      (hit.key.kind === 'hint' && hit.key.task === 'article') ||
      (hit.key.kind === 'language' && isEdition(reading.command, hit)),
    ({ key }) => key.kind === 'polite',
    [...findCommas(job), ...findEditionWords(job)],
  );
  const subject = topic && chooseSubject(topic);
  if (!topic || !subject) return false;
  const { value, pieces } = refineTopic(job, {
    value: subject,
    pieces: topic.pieces.filter((piece) => piece.value === subject),
  });
  for (const piece of pieces) noteEntity(job, 'topic', piece);
  addStep(job, job.tool, { query: value, language: findEdition(job) });
  return true;
};

/** Of several pieces the one that names the subject: the longest, and rather none of hiragana alone. */
const chooseSubject = ({ value, pieces }: Topic): string =>
  (pieces.length > 1
    ? pieces.reduce((best, piece) => (weighSubject(piece.value) > weighSubject(best) ? piece.value : best), '')
    : value
  ).replace(SAYING, '');

/** “怎么说徐霞客的”. */
const SAYING = /^(?:怎么|咋|如何)?(?:说|說|讲|講|写|寫|描述|评价|評價|介绍|介紹)(?=\p{Script=Han}{2})/u;

const weighSubject = (value: string): number => (/^[ぁ-ゖ]*$/.test(value) ? value.length / 4 : value.length);

/** “英語版で”: what is left of it behind the language. */
const findEditionWords = ({ reading, clause }: Job): { start: number; end: number }[] =>
  findHits(reading, clause.start, clause.end).flatMap(({ key, end }) => {
    const rest = key.kind === 'language' ? /^版(?:で|の|から|に|を|本|里|的)?/.exec(reading.command.slice(end)) : null;
    return rest ? [{ start: end, end: end + rest[0].length }] : [];
  });

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
