/** What a search, the news or the encyclopedia is asked about. */

import type { Hit } from '../reading/message.ts';
import { readOriginal } from '../reading/normalise.ts';
import { cutPieces, joinPieces, type Piece } from '../reading/pieces.ts';
import { refineExtent } from './extents.ts';
import { findSpans, type Job } from './job.ts';
import { findParameterParts } from './parameters.ts';

export interface Topic {
  value: string;
  pieces: readonly Piece[];
}

/** The clause without the words that ask; of a quotation what it says. */
export function findTopic(
  job: Job,
  isRequest: (hit: Hit) => boolean,
  isEdge?: (hit: Hit) => boolean,
  breaks: readonly { start: number; end: number }[] = [],
): Topic | null {
  const { clause, reading } = job;
  const [quoted] = findSpans(job, 'quote');
  const own = listOwnTools(job);
  const parts = [
    ...reading.hits.filter((hit) => hit.start >= clause.start && hit.end <= clause.end && isRequest(hit)),
    ...findParameterParts(job, own),
    ...findBreaks(job),
    ...findDeniedParts(job),
    ...breaks,
  ];
  const pieces = cutPieces(reading, clause.start, clause.end, parts, isEdge).filter(({ value }) =>
    /[\p{L}\p{N}]/u.test(value),
  );
  if (quoted) return { value: quoted.value, pieces: [quoted] };
  if (pieces.length === 0) return null;
  return { value: joinPieces(pieces), pieces };
}

/** “not Google”: what a message does not want done is not part of its topic. */
const findDeniedParts = ({ reading, clause }: Job): { start: number; end: number }[] =>
  reading.denials.filter(
    ({ start, end, hits }) =>
      start >= clause.start && end <= clause.end && hits.some(({ key }) => key.kind === 'mark' || key.kind === 'verb'),
  );

/** One piece, as it was learned where topics begin and end; a quotation stays. */
export function refineTopic(job: Job, { value, pieces }: Topic): Topic {
  const [first, ...more] = pieces;
  if (!first || job.reading.spans.some(({ start }) => start === first.start)) return { value, pieces };
  const likely = refineExtent(job, 'topic', more.length === 0 ? first : null);
  return likely ? { value: likely.value, pieces: [likely] } : { value, pieces };
}

/** Ends of sentences: what is asked about stands in one. */
const findBreaks = ({ reading, clause }: Job): { start: number; end: number }[] =>
  [...reading.command.slice(clause.start, clause.end).matchAll(/[?!。？！;；\n]|\.(?=\s|$)|[::](?=\s|$)/g)].map(
    ({ index }) => ({ start: clause.start + index, end: clause.start + index + 1 }),
  );

export const findCommas = ({ reading, clause }: Job): { start: number; end: number }[] =>
  [...reading.command.slice(clause.start, clause.end).matchAll(/[,，、]/g)].map(({ index }) => ({
    start: clause.start + index,
    end: clause.start + index + 1,
  }));

const listOwnTools = ({ tool, vocabulary }: Job): string[] => [...new Set([tool, vocabulary.findUsual(tool)])];

/** Words of the tool that ask for it; nouns may be what is sought. */
export const createRequestTest = (job: Job, nouns: boolean) => {
  const own = new Set(listOwnTools(job));
  return ({ key }: Hit): boolean =>
    'tool' in key &&
    (own.has(key.tool) || key.kind === 'mark') &&
    (key.kind === 'verb' || key.kind === 'mark' || (nouns && key.kind === 'noun') || isSetting(key, own));
};

const isSetting = (key: Hit['key'], own: ReadonlySet<string>): boolean =>
  key.kind === 'value' &&
  own.has(key.tool) &&
  /^(?:freshness|searchDepth|includeAnswer|strategy|type)$/.test(key.field);

export const isDirective = /^(?:调べ|しらべ|探し|さがし|查|找|搜|look up|find|research|dig up|hunt)/;

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
