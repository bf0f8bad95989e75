/** Selects the lines of a release that a letter quotes. */
import type { Language } from '../../../text/language.ts';
import { readHeading } from '../../../text/release-blocks.ts';
import { splitSentences } from '../../../text/sentences.ts';
import type { Facts } from './facts.ts';

type LineSource = Pick<Facts, 'what' | 'why'> & {
  numbers: readonly Pick<Facts['numbers'][number], 'context' | 'unit'>[];
};

/**
 * The strongest sentences of a text, each once and whole: what is announced, the strongest number's, why it matters; where
 * nothing says why, the next number's.
 */
export function chooseLines(
  { what, numbers, why }: LineSource,
  { body, language }: { body: string; language: Language },
): string[] {
  const sentences = splitSentences(body, language).map(({ text }) => text.trim());
  const announcement = what.at(-1);
  const figures = numbers
    .toSorted((one, other) => rateUnit(other.unit) - rateUnit(one.unit))
    .flatMap(({ context }) => sentences.find((sentence) => sentence.includes(context.trim())) ?? [])
    .filter(isSentence);
  const [figure, next] = listTelling(figures, [announcement]);
  const [reason] = listTelling(
    why.filter((line) => readHeading(line) === null),
    [announcement, figure],
  );
  return listTelling([announcement, figure, reason ?? next], []);
}

/** Shares say most. */
const rateUnit = (unit: string | null): number => (unit === null ? 0 : unit === '%' ? 2 : 1);

/** Facts about a company at the end are lines of their own: 資本金：1億円. */
const isSentence = (text: string): boolean => /[。.!?！？」”"]$/.test(text);

const listTelling = (lines: readonly (string | undefined)[], others: readonly (string | undefined)[]): string[] => [
  ...new Set(
    lines.flatMap((line) => (line === undefined || line.trim() === '' || others.includes(line) ? [] : [line])),
  ),
];
