/** The news: headlines, or what is sought in them. */
import type { Task } from '../../kernel/tool/lexicon.ts';
import { findHits, type Hit } from '../reading/message.ts';
import { type Filler, type Job, noteEntity } from './job.ts';
import { hasField } from './schema.ts';
import { addStep } from './steps.ts';
import { createRequestTest, findCountry, findTopic, isDirective, refineTopic, type Topic } from './topic.ts';

/** What is left of “the world's main headlines” is not a topic. */
const NO_TOPIC =
  /^(?:(?:几|数|[0-9一二三四五六七八九十两])(?:条|则|篇|件|本|つ|个)?|来|再|系|面|界|方面|版|类|関連|分野|関係|业|欄|section|world|of|ones?|world's|国際|国内|国际|热门|重要|主な|big|main|major|biggest|key|important|hot|主要)+$/i;

const isEmpty = (topic: string): boolean => !/[\p{L}]{2}/u.test(topic.replace(NO_TOPIC, ''));

const HEADLINE = /headline|top stor|top news|头条|要闻|见出し|へつどらいん|とつぷにゆーす/;
const ABOUT_BEFORE = /(?:about|on|regarding|concerning|mentioning|covering|around|关于|有关)[ :：]*$/;
const ABOUT_BEHIND = /^(?:について|に関する|に関して|関连|の话|相关|有关|方面)/;

/** Headlines of a country or of a kind, whatever else is said; what they are about would be said so, or be a name. */
function isOfHeadlines({ clause, reading }: Job, { pieces }: Topic): boolean {
  const { command, text } = reading;
  const within = findHits(reading, clause.start, clause.end);
  const isOfKind = within.some(
    ({ key }) => key.kind === 'region' || (key.kind === 'value' && key.field === 'category'),
  );
  if (!isOfKind || !HEADLINE.test(command.slice(clause.start, clause.end))) return false;
  return !pieces.some(
    ({ start, end, value }) =>
      ABOUT_BEFORE.test(command.slice(Math.max(clause.start, start - 14), start)) ||
      ABOUT_BEHIND.test(command.slice(end, end + 6)) ||
      reading.spans.some((span) => span.start >= start - 1 && span.end <= end + 1) ||
      (/^\p{Lu}/u.test(value) && start > 0 && !/[.!?:]\s*$/.test(text.plain.slice(0, start))),
  );
}

const DIRECTIVES: ReadonlySet<Task | undefined> = new Set<Task>(['search', 'translation', 'speech']);

export const fillNews: Filler = (job) => {
  const { clause, reading, tool } = job;
  const ask = createRequestTest(job, true);
  const withDirectives = (hit: Hit): boolean =>
    ask(hit) ||
    (hit.key.kind === 'verb' && DIRECTIVES.has(hit.key.task)) ||
    (hit.key.kind === 'noun' && hit.key.task === 'search' && isDirective.test(hit.text)) ||
    (hit.key.kind === 'language' && (hasTranslation(job) || isAskedIn(reading.command, hit))) ||
    (hit.key.kind === 'hint' && hit.key.task === 'news');
  const settings = (hit: Hit): boolean =>
    hit.key.kind === 'value' && hit.key.task === 'news' && hit.key.field === 'category';
  const regions = (hit: Hit): boolean => hit.key.kind === 'region' || hit.key.kind === 'time';
  const bare = findTopic(job, (hit) => withDirectives(hit) || settings(hit) || regions(hit));
  const isHeadlines = bare === null || isEmpty(bare.value) || isOfHeadlines(job, bare);
  const registered = job.vocabulary.tools.get(tool);
  const where = hasField(registered, 'mode') ? 'mode' : 'strategy';
  const target = hasField(registered, 'targetLanguage') ? findTargetLanguage(job) : {};
  if (isHeadlines) {
    const region = reading.hits.find(
      ({ key, start, end }) => key.kind === 'region' && start >= clause.start && end <= clause.end,
    );
    if (region?.key.kind === 'region')
      noteEntity(job, 'region', { start: region.start, end: region.end, value: region.key.value });
    addStep(job, tool, { [where]: 'headlines', ...findCountry(job, 'lower'), ...target, ...findPaperLanguage(job) });
    return true;
  }
  const subject = findTopic(job, withDirectives);
  if (!subject) return false;
  const topic = refineTopic(job, subject);
  for (const piece of topic.pieces) noteEntity(job, 'topic', piece);
  addStep(job, tool, { [where]: 'search', query: topic.value, ...target, ...findPaperLanguage(job) });
  const last = job.plan.steps.at(-1);
  // Searches know no category.
  if (last) delete last.input.category;
  return true;
};

/** “English-language articles”: for the feed, which has papers in several languages. */
function findPaperLanguage({ clause, reading, tool, vocabulary }: Job): { language?: string } {
  if (!hasField(vocabulary.tools.get(tool), 'language')) return {};
  const hit = findHits(reading, clause.start, clause.end).find(
    ({ key, end }) =>
      key.kind === 'language' &&
      /^[- ]?(?:language|articles|papers|press|news|sources|stories|results)/.test(reading.command.slice(end)),
  );
  return hit?.key.kind === 'language' ? { language: hit.key.value.slice(0, 2) } : {};
}

const hasTranslation = ({ reading, clause }: Job): boolean =>
  reading.hits.some(
    ({ key, start, end }) =>
      key.kind === 'verb' && key.task === 'translation' && start >= clause.start && end <= clause.end,
  );

/** “要中文的”, “用日语”. */
const isAskedIn = (command: string, { start, end }: Hit): boolean =>
  /[用要]$/.test(command.slice(0, start)) || /^(?:的标题|标题|翻译|译)/.test(command.slice(end));

/** Titles in another language than the papers': “with Japanese translation”. */
function findTargetLanguage(job: Job): { targetLanguage?: string } {
  const { clause, reading } = job;
  const languages = reading.hits.filter(
    ({ key, start, end }) => key.kind === 'language' && start >= clause.start && end <= clause.end,
  );
  const [language] = languages;
  if (language?.key.kind !== 'language') return {};
  const isRequested =
    hasTranslation(job) ||
    /(?:in|into) $/.test(reading.command.slice(0, language.start)) ||
    /^(?:で|に|訳)/.test(reading.command.slice(language.end)) ||
    isAskedIn(reading.command, language);
  return isRequested ? { targetLanguage: language.key.value.slice(0, 2) } : {};
}
