/** Learned weights match the messages here, leave new tools alone, and separate parts of a message. */
import { describe, expect, it } from 'vitest';
import { interpretMessage } from '../../src/concierge/choosing/interpretation.ts';
import { createExtents } from '../../src/concierge/learned/extents.ts';
import { buildLattice } from '../../src/concierge/learned/lattice.ts';
import { estimateTools, findRequests } from '../../src/concierge/learned/requests.ts';
import { readWeights } from '../../src/concierge/learned/weights.ts';
import { createWording, type Wording } from '../../src/concierge/learned/wording.ts';
import type { Slot } from '../../src/concierge/reading/message.ts';
import { readMessage } from '../../src/concierge/reading/reading.ts';
import { createVocabulary } from '../../src/concierge/reading/vocabulary.ts';
import { loadCatalogue } from '../harness/catalogue.ts';
import { readAimFingerprint, readFingerprint } from './training/examples.ts';

const vocabulary = createVocabulary(await loadCatalogue());
const weights = readWeights('wording');
const wording = createWording(weights);
const asked = (message: string) => findRequests(buildLattice(readMessage(message, vocabulary), vocabulary, wording));

describe('the learned wording', () => {
  it('was learned from the messages as they are: else run npm run learn', () => {
    expect([weights.learnedFrom, readWeights('extents').learnedFrom]).toEqual([readFingerprint(), readFingerprint()]);
    expect(readWeights('aims').learnedFrom).toBe(readAimFingerprint());
  });

  it('gives each tool a likelihood, and sets of tools theirs', () => {
    const { likelihoods } = asked('Will it pour down in Bergen tonight?');
    expect(likelihoods.get('weather')).toBeGreaterThan(0.9);
    expect([...likelihoods.values()].every((p) => p >= 0 && p <= 1)).toBe(true);
    expect(estimateTools(likelihoods, ['weather'])).toBeGreaterThan(estimateTools(likelihoods, ['smart-news']));
  });

  it.each([
    ['Is it windy in Porto today? Also, what would 40 pounds be in euros?', ['weather', 'exchange-rate']],
    ['明日の長崎は晴れますか。それとイーサリアムの値段も。', ['weather', 'crypto-prices']],
    ['从苏州站到虎丘怎么走？另外今天有什么体育头条', ['directions', 'smart-news']],
  ])('cuts “%s” where one request ends', (message, tools) => {
    expect(asked(message).requests.map((request) => request.tools.join('+'))).toEqual(tools);
  });

  it('cuts a message of many sentences at some of them, and stays bounded', () => {
    const message = 'Some say this, others that, and a few nothing at all. '.repeat(36);
    expect(asked(message).requests.length).toBeLessThanOrEqual(3);
  });

  it('leaves a tool that it never heard of to the words of its lexicon', () => {
    const known: Wording = {
      likelihoods: (...of) => new Map([...wording.likelihoods(...of)].filter(([tool]) => tool !== 'crypto-prices')),
    };
    const { planned } = interpretMessage(readMessage('What does one bitcoin cost?', vocabulary), vocabulary, known, {});
    expect(planned.steps.map(({ tool }) => tool)).toEqual(['crypto-prices']);
  });
});

describe('learned extents', () => {
  const extents = createExtents(readWeights('extents'));
  const cutOut = (slot: Slot, message: string): string => {
    const reading = readMessage(message, vocabulary);
    const found = extents.likeliest(slot, reading, { start: 0, end: reading.command.length });
    return found && found.likelihood >= 0.5 ? reading.text.plain.slice(found.start, found.end) : '';
  };

  it.each([
    ['place', 'I am off to Lake Bohinj with the kids on Friday, will it stay dry?', 'lake bohinj'],
    ['place', '明天一早想在青岛海边跑步，会冷吗？', '青岛'],
    ['place', 'あさって輪島に釣りに行くんだけど風は強い?', '輪島'],
    ['from', 'How long does it take to cycle from Ghent to Bruges?', 'ghent'],
    ['to', '新大阪から大阪城公園まで歩くとどれくらい?', '大阪城公園'],
    ['topic', '帮我在百科里查一下徐霞客，两句话就够', '徐霞客'],
  ] as const)('%s of “%s”', (slot, message, value) => {
    expect(cutOut(slot, message)).toBe(value);
  });

  it.each([
    ['place', 'Is it raining where 203.0.113.9 is?'],
    ['topic', "today's business headlines from Canada"],
  ] as const)('no %s in “%s”', (slot, message) => {
    expect(cutOut(slot, message)).toBe('');
  });

  it('finds nothing where there are no words, and stays bounded in a long part', () => {
    expect(cutOut('place', '?!')).toBe('');
    expect(cutOut('topic', 'news '.repeat(390)).length).toBeLessThan(200);
  });
});
