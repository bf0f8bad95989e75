/** Searches of the web: what for, and where results should come from. */

import { truncate } from '../../text/truncate.ts';
import { findHits } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import { hasField } from './input-fields.ts';
import { type Filler, type Job, noteEntity } from './job.ts';
import { addStep } from './steps.ts';
import { findCountry, findCountryCode, findTopic } from './topic.ts';

export const QUERY_CHARS_MAX = 400;

const FROM =
  /(?:country(?: set to| as| to| of| is| code)?|countries|results from|results in|sites from|sites in|limited to|restricted to|国は|国|国家|地域は|地区|来自|只看|only|限定|限于|仅限)[ :=は]*(?:限定|限于|仅限|选择|选|设为|设成|设|填|用|是|为)?(?:the )?$/;
const LANGUAGE = /(?:results in|language|pages in|sites in|言語は|言語|语言|语种|用)[ :=は]*$/;

/** Country and language of the results, for the engines that support it. */
function readAudience(job: Job): { country?: string; gl?: string; hl?: string } {
  const code = findCountry(job, 'lower', FROM).country ?? findCountryCode(job);
  const registered = job.vocabulary.tools.get(job.tool);
  if (hasField(registered, 'country')) return code ? { country: code.toUpperCase() } : {};
  if (!hasField(registered, 'gl')) return {};
  const { clause, reading } = job;
  const language = findHits(reading, clause.start, clause.end).find(
    ({ key, start, end }) =>
      key.kind === 'language' &&
      (LANGUAGE.test(reading.command.slice(Math.max(0, start - 16), start)) ||
        /^ (?:results|pages|sites)/.test(reading.command.slice(end))),
  );
  const hl = language?.key.kind === 'language' ? { hl: language.key.value.toLowerCase().slice(0, 2) } : {};
  return { ...(code ? { gl: code } : {}), ...hl };
}

const QUESTION =
  /^(?:what|when|where|who|which|how|is|are|was|were|did|does)(?:'s)? |誰|だれ|いつ|どこ|何時|谁|什么|哪|几点|[?？]$/i;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

const isDateLost = (said: string, topic: string): boolean => YEAR.test(said) && !YEAR.test(topic);

export const fillSearch: Filler = (job) => {
  const whole = { ...job.clause, start: 0, end: job.reading.command.length };
  // The topic may stand in another sentence: “Heat pumps. Search the web for it.”
  const topic = findTopic(job) ?? (job.isOnly ? findTopic({ ...job, clause: whole }) : null);
  if (!topic) return false;
  const { reading, clause } = job;
  // “Laptops under 500 dollars”: an amount belongs to what is searched for.
  const isPriced = clause.facts.currencies.some(
    ({ amountAt }) => amountAt !== null && (amountAt.start < topic.start || amountAt.end > topic.end),
  );
  const said = readOriginal(reading.text, clause.start, clause.end).trim();
  // A question is searched for as it stands, and a year is never left out.
  const isWhole = isPriced || QUESTION.test(said) || isDateLost(said, topic.value);
  if (!isWhole) noteEntity(job, 'topic', topic);
  const query = isWhole ? said : topic.value;
  addStep(job, job.tool, { query: truncate(query, QUERY_CHARS_MAX), ...readAudience(job) });
  return true;
};
