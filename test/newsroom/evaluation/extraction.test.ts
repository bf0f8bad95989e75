/** Publishers of releases that no rule was made for, and answers to readers' questions. */
import { describe, expect, it } from 'vitest';
import { findMentions } from '../../../src/newsroom/analysis/extraction/entities.ts';
import { chooseAnswers, type KeyedAnswer } from '../../../src/newsroom/analysis/extraction/faq.ts';
import { findPublisher } from '../../../src/newsroom/analysis/extraction/publisher.ts';
import { readText } from '../../../src/newsroom/analysis/mentions/read-text.ts';
import { type LabelledText, texts } from './texts.ts';

const RIGHT_SHARE = 0.95;
const clock = { nowMs: Date.parse('2026-11-25T03:00:00Z'), timeZone: 'Asia/Tokyo' };
/** Which label holds what the answer has to say. */
const LABELS: Readonly<Record<string, string>> = {
  what: 'act',
  price: 'price',
  admission: 'price',
  when: 'when',
  available: 'when',
  effective: 'when',
  where: 'where',
  who: 'people',
};
const SHAPES: Readonly<Record<string, RegExp>> = {
  contact: /@|\d{2,4}-\d{2,4}|\d{3} \d{3}/,
  number: /\d/,
  sample: /\d/,
};

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

function isRight({ facts }: LabelledText, { key, sentence }: KeyedAnswer): boolean {
  const label = LABELS[key];
  const text = fold(sentence.text);
  if (label !== undefined) return (facts[label] ?? []).some((fact) => text.includes(fold(fact)));
  const contacts = key === 'contact' ? facts.contact : undefined;
  if (contacts && contacts.length > 0) return contacts.some((contact) => text.includes(fold(contact)));
  return SHAPES[key]?.test(text) ?? true;
}

const read = texts
  .filter(({ isGood }) => isGood)
  .map((one) => {
    const text = readText(one.text, one.language);
    const titleEnd = one.text.indexOf('\n');
    const mentions = findMentions(text, clock);
    const people = mentions.people.map((person) => text.span(person).text);
    return {
      ...one,
      people,
      publisher: findPublisher(text, mentions, titleEnd)?.name ?? null,
      answers: chooseAnswers(text, mentions, titleEnd),
    };
  });

describe.each(['seen', 'unseen'] as const)('of the %s half', (half) => {
  const own = read.filter((one) => one.half === half);

  it('names no wrong publisher, and most of them', () => {
    const wrong = own.filter(({ publisher, facts }) => publisher !== null && !facts.publisher?.includes(publisher));
    const named = own.filter(({ publisher }) => publisher !== null).length;
    process.stdout.write(`publishers, ${half}: ${named} of ${own.length} named, ${wrong.length} wrong\n`);
    expect(wrong.map(({ id, publisher }) => `${id}: ${publisher}`)).toEqual([]);
    expect(named / own.length).toBeGreaterThan(0.8);
  });

  it('takes no authority or partner for the publisher', () => {
    const wrong = own.filter(({ publisher, facts }) => publisher !== null && facts.others?.includes(publisher));
    expect(wrong.map(({ id, publisher }) => `${id}: ${publisher}`)).toEqual([]);
  });

  it('answers what was asked', () => {
    const answers = own.flatMap((one) => one.answers.map((answer) => ({ one, answer })));
    const wrong = answers.filter(({ one, answer }) => !isRight(one, answer));
    process.stdout.write(`FAQ, ${half}: ${answers.length - wrong.length} of ${answers.length} right\n`);
    expect(
      1 - wrong.length / answers.length,
      wrong.map(({ one, answer }) => `${one.id} ${answer.key}: ${answer.sentence.text}`).join('\n'),
    ).toBeGreaterThanOrEqual(RIGHT_SHARE);
    for (const { id, answers: entries } of own) expect(entries.length, id).toBeGreaterThanOrEqual(3);
  });

  it('takes no department or telephone for a person', () => {
    const wrong = own.flatMap(({ id, people }) =>
      people
        .filter((name) => /電話|窓口|総務|広報|氏$|电话|热线|Office|Contact/.test(name))
        .map((name) => `${id}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
