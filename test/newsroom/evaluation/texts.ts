/**
 * Releases and texts that only look like one, each with what is true of it. All of it is invented, and was written before the
 * rules were changed; the unseen half is for measuring alone: no rule is made for one of its texts.
 */
import { readFileSync } from 'node:fs';

export type Language = 'en' | 'ja' | 'zh';
export type Half = 'seen' | 'unseen';

export interface LabelledText {
  id: string;
  language: Language;
  half: Half;
  /** The kind of news; of texts that aren't any, what is wrong with them. */
  kind: string;
  isGood: boolean;
  text: string;
  /** What the text says, by question; several ways to say it. Nothing where it says nothing. */
  facts: Readonly<Record<string, readonly string[]>>;
  /** Questions that the first paragraph answers. */
  lead: readonly string[];
}

const LANGUAGES: readonly Language[] = ['en', 'ja', 'zh'];
const HALVES: readonly Half[] = ['seen', 'unseen'];

export const texts: readonly LabelledText[] = HALVES.flatMap((half) =>
  [...LANGUAGES, 'bad'].flatMap((name) => readTexts(`${name}-${half}.txt`, half)),
);

function readTexts(name: string, half: Half): LabelledText[] {
  const whole = readFileSync(new URL(name, import.meta.url), 'utf8');
  return whole.split(/^===\n/m).map((entry) => {
    const end = entry.indexOf('\n\n');
    const fields = new Map(
      entry
        .slice(0, end)
        .trim()
        .split('\n')
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const read = (key: string): string => fields.get(key) ?? '';
    const id = read('id');
    const list = (key: string): string[] =>
      read(key) === '-'
        ? []
        : read(key)
            .split(' | ')
            .filter((one) => one !== '');
    return {
      id,
      language: LANGUAGES.find((language) => id.startsWith(language)) ?? 'en',
      half,
      kind: read('kind'),
      isGood: !name.startsWith('bad'),
      text: `${entry.slice(end).trim()}\n`,
      facts: Object.fromEntries(
        ['publisher', 'act', 'price', 'when', 'where', 'people', 'contact', 'others'].map((key) => [key, list(key)]),
      ),
      lead: read('lead')
        .split(' ')
        .filter((one) => one !== ''),
    };
  });
}
