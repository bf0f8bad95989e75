/** Checks a model's text before it is shown next to the rules' result. */

import { countCodePoints } from '../../../text/code-points.ts';
import { detectLanguage, hasLetters, type Language } from '../../../text/language.ts';
import { countWords } from '../../../text/words.ts';
import type { FaqEntry } from '../extraction/faq.ts';
import { SUMMARY_CODE_POINTS_MAX, SUMMARY_WORDS_MAX } from '../extraction/summary.ts';
import { checkFacts } from '../facts-check/check.ts';
import type { ReadText } from '../mentions/read-text.ts';
import type { Clock } from '../mentions/types.ts';
import type { Draft } from './draft.ts';

export interface WrittenDescription {
  summary: string;
  /** Answers as they stand in the text. */
  faq: { question: string; answer: string }[];
}

export interface WrittenRelease {
  title: string;
  subtitle: string | null;
  body: string;
}

/** Text of a model; absent if it wrote nothing. */
export interface ModelWords {
  description?: WrittenDescription | undefined;
  release?: WrittenRelease | undefined;
}

export interface CheckedDescription {
  summary: string;
  faq: FaqEntry[];
}

const FAQ_MAX = 6;
const QUESTION_MAX = 200;
/** A shorter passage answers nothing. UTF-16 units. */
const ANSWER_LEAST = 8;
const ANSWER_MAX = 400;
const TITLE_MAX = 120;
/** The least and the most of a draft's length that its new version may have, and what a short one may grow by. */
const SHRINK_MAX = 0.3;
const GROWTH_MAX = 2;
const GROWTH_FREE = 600;

/** Null when the description says what the text doesn't, quotes what isn't there, or is in another language. */
export function checkDescription(
  { summary, faq }: WrittenDescription,
  reading: ReadText,
  clock: Clock,
): CheckedDescription | null {
  const { language, text } = reading;
  const isTrue = (sentence: string): boolean => {
    const { unverified, placeholders } = checkFacts(sentence, { inputs: [text], language, clock });
    return unverified.length === 0 && placeholders.length === 0;
  };
  const isFit = hasLetters(summary) && isWrittenIn(summary, language) && fitsSummary(summary, language);
  if (!isFit || !isTrue(summary) || faq.length === 0 || faq.length > FAQ_MAX) return null;
  const entries: FaqEntry[] = [];
  for (const { question, answer } of faq) {
    const span = findQuotation(reading, answer);
    const isGood = hasLetters(question) && countCodePoints(question) <= QUESTION_MAX && isTrue(question);
    if (span === null || !isGood) return null;
    entries.push({ question: question.trim(), answer: span.text, source_spans: [[span.start, span.end]] });
  }
  return { summary: summary.trim(), faq: entries };
}

const fitsSummary = (summary: string, language: Language): boolean =>
  language === 'en'
    ? countWords(summary, 'en') <= SUMMARY_WORDS_MAX
    : countCodePoints(summary) <= SUMMARY_CODE_POINTS_MAX;

/** Finds these words in the text, whatever their width. */
function findQuotation(text: ReadText, answer: string): ReturnType<ReadText['span']> | null {
  const claim = answer.normalize('NFKC').trim();
  if (claim.length < ANSWER_LEAST || claim.length > ANSWER_MAX) return null;
  const start = text.plain.indexOf(claim);
  return start < 0 ? null : text.span({ start, end: start + claim.length });
}

/** Null when it is in another language, or far shorter or longer than the draft. */
export function checkRelease(release: WrittenRelease, draft: Draft, language: Language): WrittenRelease | null {
  const title = flatten(release.title);
  const subtitle = flatten(release.subtitle ?? '') || null;
  const body = release.body.trim();
  const [before, after] = [countCodePoints(draft.body), countCodePoints(body)];
  const isSized = after >= before * SHRINK_MAX && after <= before * GROWTH_MAX + GROWTH_FREE;
  const isHeaded = title !== '' && [title, subtitle ?? ''].every((line) => countCodePoints(line) <= TITLE_MAX);
  if (!isSized || !isHeaded || !hasLetters(body) || !isWrittenIn(`${title}\n${body}`, language)) return null;
  return { title, subtitle, body };
}

const flatten = (line: string): string => line.replace(/\s+/g, ' ').trim();

/** Chinese and Japanese without kana look alike in short texts. */
export function isWrittenIn(text: string, language: Language): boolean {
  const detected = detectLanguage(text).language;
  return detected === language || (language !== 'en' && detected !== 'en' && text.length < 80);
}
