/** A text read once: folded, in its language, with its sentences. What looks for mentions starts from here. */

import { indexOffsets, type Span } from '../../../text/code-points.ts';
import { type FoldedText, foldText } from '../../../text/fold.ts';
import type { Language } from '../../../text/language.ts';
import { type NumberSpan, readNumbers } from '../../../text/numbers.ts';
import { splitSentences, type TextSpan } from '../../../text/sentences.ts';
import type { Mention } from './types.ts';

export interface ReadText {
  readonly text: string;
  readonly language: Language;
  readonly folded: FoldedText;
  /** The folded text, in which all mentions have their places. */
  readonly plain: string;
  /** Of `plain`, by `startUnit` and `endUnit`. */
  readonly sentences: readonly TextSpan[];
  /** Where a piece of `plain` stands in the text. */
  span(mention: Mention): Span;
}

export interface NumberMention extends Mention, Pick<NumberSpan, 'value' | 'unit' | 'kind'> {}

export function readText(text: string, language: Language): ReadText {
  const folded = foldText(text);
  return {
    text,
    language,
    folded,
    plain: folded.plain,
    sentences: splitSentences(folded.plain, language),
    span: ({ start, end }) => folded.span(start, end),
  };
}

/** Every number, those of dates and addresses included: `kind` tells them apart. */
export function findNumbers(plain: string, language: Language): NumberMention[] {
  const { toUnit } = indexOffsets(plain);
  return readNumbers(plain, language).map(({ start, end, value, unit, kind }) => ({
    start: toUnit(start),
    end: toUnit(end),
    value,
    unit,
    kind,
  }));
}

/** The index of the sentence in which `unit` stands, or of the one before it. */
export function findSentenceIndex(sentences: readonly TextSpan[], unit: number): number {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.startUnit ?? 0) <= unit) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
