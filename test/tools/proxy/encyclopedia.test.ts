import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import twin from '../../../src/sandbox/wikipedia.ts';
import encyclopedia, { takeFirstSentences } from '../../../tools/proxy/encyclopedia.ts';
import { benchOf, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(twin);
});
afterAll(() => bench.close());

const run = async (input: unknown, magic?: string) =>
  encyclopedia.output.parse(
    await encyclopedia.run(encyclopedia.input.parse(input), bench.context(magic === undefined ? {} : { magic })),
  );

describe('encyclopedia', () => {
  it.each(encyclopedia.examples)('answers its example %o', async (example) => {
    expect((await run(example)).attribution).toContain('CC BY-SA');
  });

  it('cuts the opening to three sentences unless told otherwise', async () => {
    const three = await run({ query: 'Cat' });
    expect(three).toMatchObject({ title: 'Cat', language: 'en', sourceUsed: 'wikipedia' });
    expect(three.extract.split('. ')).toHaveLength(3);
    expect((await run({ query: 'Cat', sentences: 1 })).extract).toBe(
      'The cat is a small domesticated carnivorous mammal.',
    );
    expect((await run({ query: 'Cat', sentences: 10 })).extract).toContain('working cat.');
  });

  it('has no result where there is none', async () => {
    expect((await failureOf(run({ query: 'Cat' }, 'empty'))).kind).toBe('empty');
  });

  it.each([
    [{ query: 'a', sentences: 1 }, true],
    [{ query: 'a', sentences: 10, language: 'zh' }, true],
    [{ query: 'a'.repeat(300) }, true],
    [{ query: 'a'.repeat(301) }, false],
    [{ query: '  ' }, false],
    [{}, false],
    [{ query: 5 }, false],
    [{ query: 'a', sentences: 0 }, false],
    [{ query: 'a', sentences: 11 }, false],
    [{ query: 'a', sentences: 1.5 }, false],
    [{ query: 'a', language: 'fr' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(encyclopedia.input.safeParse(input).success).toBe(fits);
  });
});

describe('firstSentences', () => {
  it.each([
    ['One. Two! Three? Four.', 2, 'en', 'One. Two!'],
    [
      'J. R. R. Tolkien was born in St. Louis? No. In Bloemfontein.',
      1,
      'en',
      'J. R. R. Tolkien was born in St. Louis?',
    ],
    ['Pi is 3.14 in the U.S.A. and elsewhere. Next.', 1, 'en', 'Pi is 3.14 in the U.S.A. and elsewhere.'],
    ['富士山は山である。高さは3776.24 mである！本当？', 2, 'ja', '富士山は山である。高さは3776.24 mである！'],
    ['长城是工事。它很长。', 1, 'zh', '长城是工事。'],
    ['No end', 3, 'en', 'No end'],
    ['Ends with Dr.', 3, 'en', 'Ends with Dr.'],
  ])('%s', (text, count, language, expected) => {
    expect(takeFirstSentences(text, count, language)).toBe(expected);
  });
});
