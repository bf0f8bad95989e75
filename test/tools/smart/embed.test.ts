import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerCache } from '../../../src/kernel/call/answer-cache.ts';
import cohereTwin from '../../../src/sandbox/cohere.ts';
import geminiTwin from '../../../src/sandbox/gemini.ts';
import jinaTwin from '../../../src/sandbox/jina.ts';
import openaiTwin from '../../../src/sandbox/openai.ts';
import teiTwin from '../../../src/sandbox/tei.ts';
import voyageTwin from '../../../src/sandbox/voyage.ts';
import embed from '../../../tools/smart/embed.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(voyageTwin, cohereTwin, jinaTwin, geminiTwin, openaiTwin, teiTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => embed.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  embed.output.parse(await embed.run(read(input), bench.context(options)));

const cats = { texts: ['The cat sleeps.', '猫が寝ている。'] };
const orders = {
  quality: ['voyage', 'cohere', 'jina', 'gemini', 'openai', 'tei'],
  fast: ['voyage', 'jina', 'cohere', 'openai', 'gemini', 'tei'],
  cheap: ['tei', 'voyage', 'jina', 'openai'],
} as const;
const strategies = Object.keys(orders) as (keyof typeof orders)[];
const down = (ids: readonly string[]) =>
  ids
    .map((id) => `sandbox:down@${id}`)
    .join(' ')
    .replace(/^sandbox:/, '');

describe('embed', () => {
  it('keeps vectors of the first source for later calls, and never those of a fallback', async () => {
    const cache = new AnswerCache();
    const policy = embed.cache ?? { seconds: 0 };
    let runs = 0;
    const share = (fallbackUsed: boolean) =>
      cache.share(
        `embed ${fallbackUsed}`,
        policy,
        { callerGone: new AbortController().signal, timeoutMs: 1_000, tooLate: () => new Error('too late') },
        async () => {
          runs++;
          return { output: { fallbackUsed }, warnings: [], costMicros: 0, cached: false };
        },
      );
    expect([await share(false), await share(false)]).toMatchObject([{ cached: false }, { cached: true }]);
    expect([await share(true), await share(true)]).toMatchObject([{ cached: false }, { cached: false }]);
    expect(runs).toBe(3);
  });

  it.each(embed.examples)('answers its example %o', async (example) => {
    const { embeddings, dimensions } = await run(example);
    expect(embeddings.map(({ length }) => length)).toEqual(example.texts.map(() => dimensions));
  });

  it('gives a vector of length 1 for each text, and says whose they are', async () => {
    const answer = await run(cats);
    expect(answer).toMatchObject({
      dimensions: 1024,
      model: 'voyage-4-large',
      provider: 'voyage',
      sourceUsed: 'voyage',
      fallbackUsed: false,
      usage: { inputTokens: expect.any(Number) },
      attempts: [{ source: 'voyage', status: 'ok' }],
    });
    for (const vector of answer.embeddings) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  });

  it.each(strategies)('%s asks in its order, and passes on after each failure', async (strategy) => {
    for (const [index, name] of orders[strategy].entries()) {
      const failing = orders[strategy].slice(0, index);
      const answer = await run({ ...cats, strategy }, failing.length > 0 ? { magic: down(failing) } : {});
      expect(answer).toMatchObject({ provider: name, sourceUsed: name, fallbackUsed: index > 0 });
      expect(answer.embeddings).toHaveLength(2);
    }
    expect(embed.usesFor?.(read({ ...cats, strategy })).map(({ id }) => id)).toEqual(orders[strategy]);
  });

  it.each(['cut', 'malformed', 'html', 'blank', 'empty', 'bad-key', 'quota', 'rate-limit', 'error-in-200'])(
    'falls back after %s',
    async (magic) => {
      expect(await run(cats, { magic: `${magic}@voyage` })).toMatchObject({ provider: 'cohere', fallbackUsed: true });
    },
  );

  it('falls back to nobody when it is pinned', async () => {
    expect((await run({ ...cats, pin: 'jina', dimensions: 300 })).embeddings[0]).toHaveLength(300);
    expect((await failureOf(run({ ...cats, pin: 'voyage' }, { magic: 'down@voyage' }))).kind).toBe('overloaded');
    const elsewhere = run({ ...cats, pin: 'jina' }, { settings: { jina: null } });
    await expect(elsewhere).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
    expect(embed.usesFor?.(read({ ...cats, pin: 'tei' })).map(({ id }) => id)).toEqual(['tei']);
  });

  it('fails when all do, and is unavailable without any', async () => {
    expect((await failureOf(run(cats, { magic: 'down' }))).kind).toBe('overloaded');
    await expect(embed.run(read(cats), contextFor())).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });

  it('has a smaller model of the same space read what would cost too much', async () => {
    const much = { texts: Array.from({ length: 96 }, () => 'word '.repeat(160)) };
    expect(await run(much)).toMatchObject({ model: 'voyage-4-lite', provider: 'voyage', fallbackUsed: false });
    expect((await run({ ...cats, strategy: 'fast' })).model).toBe('voyage-4-lite');
  });

  it('can’t cost more than its price at the default provider', () => {
    for (const strategy of strategies) {
      for (const bytes of [96, 74_880, 75_072, 449_856]) {
        const input = read({ texts: Array.from({ length: 96 }, () => 'a'.repeat(bytes / 96)), strategy });
        expect(embed.costCeiling?.(input)).toBeLessThanOrEqual(embed.price ?? 0);
      }
    }
    const only = (id: string) => (id === 'cohere' ? {} : null);
    expect(embed.costCeiling?.(read({ texts: ['a'.repeat(100_000)] }), only)).toBe(12_000);
  });

  it.each([
    [{ texts: ['a'] }, true],
    [{ texts: Array.from({ length: 96 }, () => 'a'), dimensions: 256, inputType: 'query', strategy: 'cheap' }, true],
    [{ texts: ['a'], dimensions: 2048, pin: 'voyage' }, true],
    [{ texts: ['a'], dimensions: 1536, pin: 'cohere' }, true],
    [{ texts: ['a'], dimensions: 2048 }, false],
    [{ texts: ['a'], dimensions: 300 }, false],
    [{ texts: ['a'], dimensions: 1025, pin: 'jina' }, false],
    [{ texts: ['a'], dimensions: 0 }, false],
    [{ texts: ['a'], dimensions: 256.5 }, false],
    [{ texts: ['a'], dimensions: '256' }, false],
    [{ texts: Array.from({ length: 97 }, () => 'a') }, false],
    [{ texts: [] }, false],
    [{ texts: [''] }, false],
    [{ texts: ['a', '  '] }, false],
    [{ texts: ['a'.repeat(100_001)] }, false],
    [{ texts: Array.from({ length: 5 }, () => 'a'.repeat(100_000)) }, true],
    [{ texts: 'a' }, false],
    [{}, false],
    [{ texts: ['a'], inputType: 'question' }, false],
    [{ texts: ['a'], strategy: 'best' }, false],
    [{ texts: ['a'], pin: 'groq' }, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(embed.input.safeParse(input).success).toBe(fits);
  });

  it('goes for quality, documents and 1024 numbers by default', () => {
    expect(read(cats)).toMatchObject({ strategy: 'quality', inputType: 'document', dimensions: 1024 });
  });
});
