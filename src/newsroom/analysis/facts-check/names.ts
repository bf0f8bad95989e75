/** Proper names in a text: organisations, people, places, katakana words and capitalised Latin words of no everyday use. */

import type { Language } from '../../../text/language.ts';
import { ROLES_EN } from '../mentions/lexicon/roles.ts';
import { findOrganizations } from '../mentions/organizations.ts';
import { findPeople } from '../mentions/people.ts';
import { findPlaces } from '../mentions/places.ts';
import { indexTerms } from '../mentions/terms.ts';
import { keepLongest, leaveOut, type Mention } from '../mentions/types.ts';
import { COMMON_KATAKANA, COMMON_LATIN, isCommonEnglish } from './common-words.ts';
import { FAMOUS_NAMES } from './famous-names.ts';

export interface NameMention extends Mention {
  readonly of: 'person' | 'place' | 'name';
}

const FAMOUS = indexTerms(FAMOUS_NAMES);
const KATAKANA = /[ァ-ヺー]{3,40}(?:[・=][ァ-ヺー]{1,40}){0,4}/gu;
const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]{0,30}(?:['’&.+-][\p{L}\p{N}]{1,30}){0,3}/gu;
const SENTENCE_START = /(?:^|[.!?:;。！？"“「『(\n•*–—-])\s{0,3}["“「(]?$/u;
/** Behind a single word that begins a sentence, these make it a name. */
const ACTS =
  /^(?:'s|’s)?,? (?:has|will|is|was|plans|said|says|announced|launched|offers|provides|and|today|also|Inc|Ltd)\b/;
const SMALL = new Set('of the and for in on at to a an with by from or as de van von'.split(' '));
const ROLE_WORDS = new Set(ROLES_EN.flatMap((role) => role.toLowerCase().split(/[ -]/)));
const ROLE_ENDS = new Set(ROLES_EN.map((role) => role.toLowerCase().split(/[ -]/).at(-1) ?? role));
const HEADLINE_SHARE = 0.6;

export function findNames(plain: string, language: Language): NameMention[] {
  const label = (places: readonly Mention[], of: NameMention['of']): NameMention[] =>
    places.map(({ start, end }) => ({ start, end, of }));
  const organizations = findOrganizations(plain, language);
  const mentions = [
    ...label(organizations, 'name'),
    ...label(leaveOut(findPeople(plain, language), organizations), 'person'),
    ...label(findPlaces(plain, language), 'place'),
    ...label(FAMOUS.find(plain), 'name'),
  ];
  const names = keepLongest(mentions);
  const rest = keepLongest([...findKatakana(plain), ...findCapitalised(plain)]);
  return [...names, ...label(leaveOut(rest, names), 'name')].sort((a, b) => a.start - b.start);
}

/** A run of common words (クラウドサービス) is no name either. */
function findKatakana(plain: string): Mention[] {
  return [...plain.matchAll(KATAKANA)]
    .filter(({ 0: run }) => !isCommonRun(run))
    .map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
}

function isCommonRun(run: string): boolean {
  const reached = new Set([0]);
  for (let end = 1; end <= run.length; end++) {
    for (let start = Math.max(0, end - 14); start < end; start++) {
      const part = run.slice(start, end);
      if (reached.has(start) && (part === '・' || COMMON_KATAKANA.has(part))) reached.add(end);
    }
  }
  return reached.has(run.length);
}

function findCapitalised(plain: string): Mention[] {
  const names: Mention[] = [];
  let start = 0;
  for (const line of plain.split('\n')) {
    const isHeadline = readsAsHeadline(line);
    for (const run of joinRuns(line)) names.push(...readRun(line, run, isHeadline, start));
    start += line.length + 1;
  }
  return names;
}

/** Most words of a headline begin with a capital letter, so that a capital tells nothing there. */
function readsAsHeadline(line: string): boolean {
  const words = line.match(/[A-Za-z][\w'’-]*/g) ?? [];
  const long = words.filter((word) => !SMALL.has(word.toLowerCase()));
  const capitals = long.filter((word) => /^[A-Z]/.test(word));
  return words.length >= 3 && !/[.。]$/.test(line.trim()) && capitals.length >= HEADLINE_SHARE * long.length;
}

/** Capitalised words with one space between them. */
function joinRuns(line: string): RegExpExecArray[][] {
  const runs: RegExpExecArray[][] = [];
  for (const match of line.matchAll(CAPITALISED)) {
    const last = runs.at(-1)?.at(-1);
    if (last && last.index + last[0].length + 1 === match.index && line[match.index - 1] === ' ')
      runs.at(-1)?.push(match);
    else runs.push([match]);
  }
  return runs;
}

/** Rest of a run without everyday words around the names in it. */
function readRun(line: string, run: readonly RegExpExecArray[], isHeadline: boolean, offset: number): Mention[] {
  const first = run[0]?.index ?? 0;
  const isInitial = SENTENCE_START.test(line.slice(Math.max(0, first - 6), first));
  const segments: RegExpExecArray[][] = [[]];
  for (const [at, match] of run.entries()) {
    // Within a sentence, two capitals in a row make a name of everyday words (Good Design Award).
    const hasCompany = run.length - (isInitial ? 1 : 0) >= 2 && !(isInitial && at === 0) && !isHeadline;
    if (hasCompany ? COMMON_LATIN.has(match[0]) : isEveryday(match[0])) segments.push([]);
    else segments.at(-1)?.push(match);
  }
  return segments.flatMap((words) => {
    const [head, last] = [words[0], words.at(-1)];
    // Marketing Director is nobody's name.
    if (!head || !last || ROLE_ENDS.has(last[0].toLowerCase())) return [];
    const name = { start: head.index, end: last.index + last[0].length };
    const mayBeAnyWord = isInitial && !isHeadline && head.index === first;
    return isName(line, name, mayBeAnyWord) ? [{ start: offset + name.start, end: offset + name.end }] : [];
  });
}

const isNoName = (word: string): boolean => COMMON_LATIN.has(word) || ROLE_WORDS.has(word.toLowerCase());

/** AI-powered too. */
const isEveryday = (word: string): boolean =>
  isNoName(word) || word.split('-').every((part) => isNoName(part) || isCommonEnglish(part));

/** A single word at the beginning of a sentence is a name only where what follows says so. */
function isName(line: string, { start, end }: Mention, mayBeAnyWord: boolean): boolean {
  const word = line.slice(start, end);
  if (!mayBeAnyWord || word.includes(' ') || /\p{L}[\p{Lu}\d]/u.test(word)) return true;
  return ACTS.test(line.slice(end, end + 20));
}
