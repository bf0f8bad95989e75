/** A summary out of the text's own sentences: the lead, and the sentence with the strongest number. */

import { countCodePoints } from '../../../text/code-points.ts';
import type { TextSpan } from '../../../text/sentences.ts';
import { cutCodePoints } from '../../../text/truncate.ts';
import { countWords } from '../../../text/words.ts';
import type { NumberMention, ReadText } from '../mentions/read-text.ts';
import { findSentenceIndex } from '../mentions/read-text.ts';
import { english } from '../quality/lexicons/en.ts';
import { japanese } from '../quality/lexicons/ja.ts';
import { chinese } from '../quality/lexicons/zh.ts';
import { buildTest, findAnnouncement, readGenre } from './facts.ts';

export const SUMMARY_CODE_POINTS_MAX = 200;
export const SUMMARY_WORDS_MAX = 60;

/** At most 200 code points; in English at most 60 words. '' for a text without sentences. */
export function summarizeText(text: ReadText, numbers: readonly NumberMention[], titleEnd: number): string {
  const lead = findAnnouncement(text, titleEnd);
  if (!lead) return '';
  const write = ({ startUnit, endUnit }: TextSpan): string =>
    joinLines(text.span({ start: startUnit, end: endUnit }).text);
  const first = write(lead);
  if (!fits(first, text)) return shorten(first, text);
  const second = findApology(text, lead, titleEnd) ?? findStrongest(text, numbers, lead, titleEnd);
  const both = second && [lead, second].sort((a, b) => a.startUnit - b.startUnit).map(write);
  const whole = both?.join(text.language === 'en' ? ' ' : '');
  return whole !== undefined && whole !== null && fits(whole, text) ? whole : first;
}

const APOLOGY = { ja: japanese, zh: chinese, en: english };

/** An apology that its first sentence leaves out belongs to what happened. */
function findApology(text: ReadText, lead: TextSpan, titleEnd: number): TextSpan | null {
  if (readGenre(text, titleEnd) !== 'apology') return null;
  const test = buildTest(APOLOGY[text.language].genres.marks.apology);
  if (test(lead.text)) return null;
  return text.sentences.find((one) => one.startUnit > lead.startUnit && endsAsSentence(one) && test(one.text)) ?? null;
}

function findStrongest(
  text: ReadText,
  numbers: readonly NumberMention[],
  lead: TextSpan,
  titleEnd: number,
): TextSpan | null {
  let best: { sentence: TextSpan; strength: number } | null = null;
  for (const number of numbers) {
    const sentence = text.sentences[findSentenceIndex(text.sentences, number.start)];
    if (!sentence || sentence === lead || number.start < titleEnd || !endsAsSentence(sentence)) continue;
    const strength = rateStrength(number);
    if (best === null || strength > best.strength) best = { sentence, strength };
  }
  return best?.sentence ?? null;
}

/** Shares say most, then amounts by their size. */
const rateStrength = ({ kind, value }: NumberMention): number =>
  (kind === 'percent' ? 10 : kind === 'money' ? 4 : 0) + Math.min(9, Math.log10(1 + Math.abs(value)));

const endsAsSentence = ({ text }: TextSpan): boolean => /[。.!?！？」”"]$/.test(text);

const fits = (text: string, { language }: ReadText): boolean =>
  language === 'en' ? countWords(text, 'en') <= SUMMARY_WORDS_MAX : countCodePoints(text) <= SUMMARY_CODE_POINTS_MAX;

function shorten(text: string, { language }: ReadText): string {
  if (language !== 'en') return `${cutCodePoints(text, SUMMARY_CODE_POINTS_MAX - 1)}…`;
  // Words without white space between them are cut by their size all the same.
  const words = cutCodePoints(text, SUMMARY_WORDS_MAX * 10).split(/\s+/);
  let most = Math.min(words.length, SUMMARY_WORDS_MAX);
  while (most > 1 && countWords(words.slice(0, most).join(' '), 'en') > SUMMARY_WORDS_MAX) most--;
  return `${words.slice(0, most).join(' ')}…`;
}

const joinLines = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, ' ');
