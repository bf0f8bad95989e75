/** Extracts the claims of a text in comparable form: numbers, dates, times, links, addresses, quotations and names. */

import { foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { findPairs } from '../../../text/quotation.ts';
import { findEmails, findPhones, findUrls } from '../mentions/addresses.ts';
import { findDates } from '../mentions/dates.ts';
import { findNumbers, type NumberMention } from '../mentions/read-text.ts';
import { findTimes } from '../mentions/times.ts';
import { type Clock, keepLongest, leaveOut, type Mention } from '../mentions/types.ts';
import { findCountWords } from './count-words.ts';
import { findNames } from './names.ts';
import { findPlaceholders } from './placeholders.ts';

export const CLAIM_KINDS = ['url', 'email', 'quote', 'date', 'number', 'name'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export interface Claim extends Mention {
  readonly kind: ClaimKind;
  /** As it stands in the folded text, without quotation marks. */
  readonly text: string;
  readonly date?: { readonly iso: string | null; readonly time: string | null };
  readonly number?: Pick<NumberMention, 'value' | 'unit' | 'kind'>;
}

/** The claims of `plain` (a folded text), in order, none overlapping: what is inside a quotation is part of it. */
export function findClaims(plain: string, language: Language, clock: Clock): Claim[] {
  const claims: Claim[] = [];
  const spans: Mention[] = [...findPlaceholders(plain)];
  const take = <T extends Mention>(
    mentions: readonly T[],
    kind: ClaimKind,
    facts?: (one: T) => Partial<Claim>,
  ): void => {
    const free = leaveOut(mentions, spans);
    spans.push(...free);
    for (const one of free) {
      claims.push({ start: one.start, end: one.end, kind, text: plain.slice(one.start, one.end), ...facts?.(one) });
    }
  };
  take(findUrls(plain), 'url');
  take(findEmails(plain), 'email');
  take(findQuoted(plain), 'quote');
  take(findDates(plain, clock), 'date', ({ date, time }) => ({ date: { iso: date, time } }));
  take(findTimes(plain), 'date', ({ time }) => ({ date: { iso: null, time } }));
  take(findPhones(plain), 'number', () => ({ number: { value: 0, unit: null, kind: 'code' } }));
  take(findAllNumbers(plain, language), 'number', ({ value, unit, kind }) => ({ number: { value, unit, kind } }));
  take(findNames(plain, language), 'name');
  return claims.sort((a, b) => a.start - b.start);
}

/** Digits and words for numbers. */
export const findAllNumbers = (plain: string, language: Language): NumberMention[] => {
  const numbers = findNumbers(plain, language);
  return [...numbers, ...leaveOut(findCountWords(plain, language), numbers)];
};

/** Speech in marks that may be apostrophes or brackets elsewhere has to be long enough to be speech. */
const OTHER_MARKS = /(?<!\p{L})‘([^‘’\n]{20,400})’(?!\p{L})|«([^«»\n]{2,400})»/gu;

/** Quoted texts, without quotation marks. */
export function findQuoted(plain: string): Mention[] {
  const pairs = findPairs(plain)
    .filter(({ open, close, isQuotation }) => isQuotation && close > open + 1)
    .map(({ open, close }) => ({ start: open + 1, end: close }));
  const others = [...plain.matchAll(OTHER_MARKS)].map(({ index, 0: text }) => ({
    start: index + 1,
    end: index + text.length - 1,
  }));
  return keepLongest([...pairs, ...others]);
}

/** For comparing names and quotations: without white space, marks and case. */
export function normalizeClaim(text: string): string {
  return foldText(text).lower.replace(/[^\p{L}\p{N}]+/gu, '');
}
