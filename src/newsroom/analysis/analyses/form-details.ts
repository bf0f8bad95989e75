/** Sorts the features of a form: price, day, quotation, contact, company profile, and features proper. */

import type { Language } from '../../../text/language.ts';
import { findPairs } from '../../../text/quotation.ts';
import { findMentions } from '../extraction/entities.ts';
import { readText } from '../mentions/read-text.ts';
import type { Clock } from '../mentions/types.ts';

export interface FormDetails {
  /** As the form writes it; null where it doesn't say. */
  date: string | null;
  /** Sentences or phrases, in the order of the form. */
  dates: string[];
  prices: string[];
  quotes: string[];
  contacts: string[];
  profiles: string[];
  features: string[];
}

const PROFILE: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:was founded|founded in|headquartered|is based in|has \d+ employees|employs)\b/i,
  ja: /設立|創業|本社(?:は|：|:)|従業員/,
  zh: /成立于|成立於|总部(?:位于|设在)|员工/,
};
/** A quotation of so many characters is speech. */
const SPEECH_MIN = 12;
/** A longer phrase with a date says more than when. UTF-16 units. */
const DATE_PHRASE_MAX = 40;
/** Most words beside a day in a sentence that says only that something starts. */
const DATE_WORDS_MAX = 16;

export function readFormDetails(phrases: readonly string[], language: Language, clock: Clock): FormDetails {
  const facts: FormDetails = {
    date: null,
    dates: [],
    prices: [],
    quotes: [],
    contacts: [],
    profiles: [],
    features: [],
  };
  for (const phrase of phrases) {
    const reading = readText(phrase, language);
    const { contacts, numbers, dates } = findMentions(reading, clock);
    const day = dates.find(({ date }) => date?.length === 'YYYY-MM-DD'.length);
    const isSpoken = findPairs(reading.plain).some(
      ({ open, close, isQuotation }) => isQuotation && close - open > SPEECH_MIN,
    );
    if (isSpoken && /[」”"]/.test(phrase)) facts.quotes.push(phrase);
    else if (contacts.length > 0) facts.contacts.push(phrase);
    else if (PROFILE[language].test(phrase)) facts.profiles.push(phrase);
    else if (numbers.some(({ kind }) => kind === 'money')) facts.prices.push(phrase);
    else if (day && phrase.length <= DATE_PHRASE_MAX) {
      // The first day stands in the first sentence: what says nothing else isn't said again.
      const rest = phrase.length - (day.end - day.start);
      if (facts.date !== null || rest > DATE_WORDS_MAX) facts.dates.push(phrase);
    } else facts.features.push(phrase);
    if (day && facts.date === null && !isSpoken) facts.date = reading.span(day).text;
  }
  return facts;
}
