/** Finds the topic of a search, news or encyclopedia request. */

import { readOriginal } from '../reading/normalise.ts';
import type { Piece } from '../reading/pieces.ts';
import { findExtent } from './extents.ts';
import { findSpans, type Job } from './job.ts';

/** Of a quotation what it says, else the likeliest one. */
export const findTopic = (job: Job): Piece | null => findSpans(job, 'quote')[0] ?? findExtent(job, 'topic');

/** “国家选 JP”. */
export const findCountryCode = ({ clause, reading }: Job): string | undefined =>
  /(?:country(?: code)?|国家|地区|国)[ :=は]*(?:选择|选|设为|设成|设|填|用|是|为|set to|is|を|が|に)? ?([a-z]{2})(?![a-z])/.exec(
    reading.command.slice(clause.start, clause.end),
  )?.[1];

export function findCountry(job: Job, letters: 'upper' | 'lower', before?: RegExp): { country?: string } {
  const { clause, reading } = job;
  const hit = reading.hits.find(
    ({ key, start, end }) =>
      key.kind === 'region' &&
      start >= clause.start &&
      end <= clause.end &&
      isWholeName(reading.command, start, end, readOriginal(reading.text, start, end)),
  );
  if (hit?.key.kind !== 'region') return {};
  const isOnly =
    /^(?: only| as (?:the )?country| sites| results| pages|だけ|のみ|限定|に限|のサイト|的网站|的结果)/.test(
      reading.command.slice(hit.end),
    );
  if (before && !isOnly && !before.test(reading.command.slice(Math.max(0, hit.start - 20), hit.start))) return {};
  return { country: letters === 'upper' ? hit.key.value.toUpperCase() : hit.key.value };
}

/** A single character such as 美 or 英 is a country only before a word of news. */
const isWholeName = (command: string, start: number, end: number, words: string): boolean =>
  (end - start > 1 && command.slice(start, end) !== 'us') ||
  (end - start === 1 &&
    /^(?:ニュ|に|の|国|新|头|媒|经|财|科)/.test(command.slice(end, end + 2)) &&
    !/[\p{Script=Han}]/u.test(command.charAt(start - 1))) ||
  (command.slice(start, end) === 'us' &&
    (words === 'US' || !/(?:give|tell|show|let|for|to) $/.test(command.slice(0, start))));
