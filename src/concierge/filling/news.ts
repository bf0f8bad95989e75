/** Fills the steps for news: headlines of a country, or articles about a topic. */
import { findHits, type Hit } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import { hasField } from './input-fields.ts';
import { type Filler, type Job, noteEntity } from './job.ts';
import { addStep } from './steps.ts';
import { findCountry, findTopic } from './topic.ts';

const COUNT_ONLY = /^[0-9〇一二两三四五六七八九十]+(?:件|本|条|篇|つ|個|个)?の?$/;
const COUNT_BEFORE = /^[0-9一二三四五六七八九十]+(?:条|篇|则)(?:关于|有关)?/;
const COUNT_AFTER = /(?:の?(?:ニュース|記事))?を?[0-9一二三四五六七八九十]+(?:件|本)$/;

/** “AIニュースを5件”: how many is no topic. */
function dropCount(topic: Piece | null): Piece | null {
  if (!topic || COUNT_ONLY.test(topic.value)) return null;
  const [before = ''] = COUNT_BEFORE.exec(topic.value) ?? [];
  const [after = ''] = COUNT_AFTER.exec(topic.value) ?? [];
  const value = topic.value.slice(before.length, topic.value.length - after.length);
  return value === '' ? null : { value, start: topic.start + before.length, end: topic.end - after.length };
}

/** “The latest crypto news”: what other tools know by name is a topic here. */
const MARKET =
  /(?<![a-z])(?:crypto(?:currency|currencies)?|forex|currenc(?:y|ies))(?= (?:news|headlines|stories|articles))|(?:仮想通貨|暗号資産|為替)(?=(?:の|に関する)?(?:最新)?(?:ニュース|記事|動向))|(?:加密货币|外汇)(?=(?:的)?(?:最新)?(?:新闻|消息|动态|资讯))/;

/** “What's happening in Gaza”, where no country of that name is known. */
const SCENE =
  /(?:happening|happened|going on|new|news) (?:in|from) ((?:the )?[a-z][a-z' -]{1,40}?)(?: today| now| right now| this week)?[?.! ]*$/;

function findScene({ clause, reading }: Job): Piece | null {
  const { command, text } = reading;
  if (findHits(reading, clause.start, clause.end).some(({ key }) => /^(?:region|language)$/.test(key.kind)))
    return null;
  const match = SCENE.exec(command.slice(clause.start, clause.end));
  if (!match?.[1]) return null;
  const start = clause.start + match.index + match[0].indexOf(match[1]);
  const end = start + match[1].length;
  return { start, end, value: readOriginal(text, start, end) };
}

function findMarket({ clause, reading: { command, text } }: Job): Piece | null {
  const match = MARKET.exec(command.slice(clause.start, clause.end));
  const [coin] = clause.facts.coins;
  if (!match && !coin) return null;
  const start = match ? clause.start + match.index : (coin?.start ?? 0);
  const end = match ? start + match[0].length : (coin?.end ?? 0);
  return { start, end, value: readOriginal(text, start, end) };
}

/** “The latest version of Node.js” is no news. */
const OTHER_LATEST =
  /(?:latest|newest|current) (?:stable )?(?:version|release|price|score|model|episode|season|album|figures?|data)(?![a-z])|最新(?:の)?(?:バージョン|版|モデル|機種|型)|最近的(?!新闻|消息|资讯|报道|头条|动态)/;

export const fillNews: Filler = (job) => {
  if (OTHER_LATEST.test(job.reading.command)) return false;
  const { clause, reading, tool } = job;
  const topic = dropCount(findTopic(job)) ?? findMarket(job) ?? findScene(job);
  const registered = job.vocabulary.tools.get(tool);
  const where = hasField(registered, 'mode') ? 'mode' : 'strategy';
  const target = hasField(registered, 'targetLanguage') ? findTargetLanguage(job) : {};
  if (!topic) {
    const region = findHits(reading, clause.start, clause.end).find(({ key }) => key.kind === 'region');
    if (region?.key.kind === 'region')
      noteEntity(job, 'region', { start: region.start, end: region.end, value: region.key.value });
    addStep(job, tool, { [where]: 'headlines', ...findCountry(job, 'lower'), ...target, ...findPaperLanguage(job) });
    return true;
  }
  noteEntity(job, 'topic', topic);
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
