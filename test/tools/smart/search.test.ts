import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import braveTwin from '../../../src/sandbox/brave.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import searxngTwin from '../../../src/sandbox/searxng.ts';
import serperTwin from '../../../src/sandbox/serper.ts';
import tavilyTwin from '../../../src/sandbox/tavily.ts';
import search from '../../../tools/smart/search.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(braveTwin, groqTwin, searxngTwin, serperTwin, tavilyTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => search.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  search.output.parse(await search.run(read(input), bench.context(options)));

const question = { query: 'What is a farebox?', maxResults: 3 };
const orders = {
  fast: ['serper', 'brave', 'tavily', 'searxng'],
  cheap: ['searxng', 'brave', 'serper', 'tavily'],
} as const;
const all = (ids: readonly string[], magic: string): string =>
  ids
    .map((id) => `sandbox:${magic}@${id}`)
    .join(' ')
    .replace(/^sandbox:/, '');

describe('smart-search', () => {
  it.each(search.examples)('answers its example %o', async (example) => {
    const { results, summary, summaryBy } = await run(example);
    expect(results).toHaveLength(example.maxResults ?? 5);
    expect(summaryBy).toBe('groq');
    expect(summary).toContain('[1]');
  });

  it('answers in the words of both forms', async () => {
    const answer = await run(question);
    expect(answer).toEqual({
      query: 'What is a farebox?',
      summary: expect.stringContaining('farebox'),
      summaryBy: 'groq',
      results: expect.any(Array),
      sourceUsed: 'serper',
      engine: 'serper',
      fallbackUsed: false,
      attempts: [{ source: 'serper', status: 'ok', ms: expect.any(Number) }],
    });
    expect(answer.results[0]).toEqual({
      title: expect.any(String),
      url: expect.any(String),
      snippet: expect.any(String),
    });
  });

  it.each(Object.entries(orders))('%s asks in its order, and passes on after each failure', async (strategy, names) => {
    for (const [index, name] of names.entries()) {
      const magic = all(names.slice(0, index), 'down');
      const answer = await run({ ...question, strategy }, magic === '' ? {} : { magic });
      expect(answer).toMatchObject({ sourceUsed: name, fallbackUsed: index > 0 });
      expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
        ...names.slice(0, index).map((id) => `${id} failed`),
        `${name} ok`,
      ]);
    }
  });

  it.each([
    'cut',
    'reset',
    'malformed',
    'html',
    'blank',
    'empty',
    'bad-key',
    'quota',
    'rate-limit',
    'error-in-200',
    'hang',
  ])('falls back after %s', async (magic) => {
    const answer = await run(question, { magic: `${magic}@serper`, timeoutMs: 3_000 });
    expect(answer).toMatchObject({ sourceUsed: 'brave', fallbackUsed: true });
    expect(answer.attempts[0]).toMatchObject({ source: 'serper', status: 'failed', kind: expect.any(String) });
  });

  it('thorough asks two at once and shows each page once', async () => {
    const answer = await run({ ...question, strategy: 'thorough', maxResults: 20 });
    expect(answer).toMatchObject({ sourceUsed: 'tavily+brave', engine: 'tavily+brave', fallbackUsed: false });
    expect(answer.attempts.map(({ source }) => source)).toEqual(['tavily', 'brave']);
    expect(answer.results).toHaveLength(10);
    expect(answer.results.slice(0, 2).map(({ url }) => new URL(url).host)).toEqual([
      'encyclopedia.example.org',
      'news.example.com',
    ]);
  });

  it('thorough is content with one, and asks the others when both fail', async () => {
    const one = await run({ ...question, strategy: 'thorough' }, { magic: 'down@tavily' });
    expect(one).toMatchObject({ sourceUsed: 'brave', fallbackUsed: true });
    const other = await run({ ...question, strategy: 'thorough' }, { magic: all(['tavily', 'brave'], 'empty') });
    expect(other).toMatchObject({ sourceUsed: 'serper', fallbackUsed: true });
    const settings = { tavily: null, brave: null };
    const left = await run({ ...question, strategy: 'thorough' }, { settings });
    expect(left).toMatchObject({ sourceUsed: 'serper+searxng', fallbackUsed: false });
  });

  it('sums up in the words of the results when no model does', async () => {
    for (const options of [{ settings: { groq: null } }, { magic: 'down@groq' }, { magic: 'empty@groq' }]) {
      const { summary, summaryBy, results } = await run(question, options);
      expect(summaryBy).toBe('extractive');
      expect(summary).toMatch(/without a language model: This page gives an overview of farebox\. \[1\]/i);
      expect(results).toHaveLength(3);
    }
  });

  it('fails when all do, and is unavailable without an engine', async () => {
    for (const strategy of ['fast', 'thorough', 'cheap']) {
      expect((await failureOf(run({ ...question, strategy }, { magic: 'down' }))).kind).toBe('overloaded');
      expect((await failureOf(run({ ...question, strategy }, { magic: 'empty' }))).kind).toBe('empty');
      await expect(search.run(read({ ...question, strategy }), contextFor())).rejects.toMatchObject({
        code: 'TOOL_UNAVAILABLE',
      });
    }
  });

  it('can’t cost more than its price as its engines come', () => {
    for (const strategy of ['fast', 'thorough', 'cheap']) {
      const dearest = read({ query: 'a', strategy, maxResults: 20 });
      expect(search.costCeiling?.(dearest)).toBeLessThanOrEqual(search.price ?? 0);
    }
    const stated = { brave: { requestUsd: '0.005' }, tavily: { creditUsd: '0.008' } };
    const thorough = read({ query: 'a', strategy: 'thorough' });
    const settings = (id: string) => (id === 'brave' || id === 'tavily' ? stated[id] : null);
    expect(search.costCeiling?.(thorough, settings)).toBe(5_000 + 16_000 + 3_000);
  });

  it.each([
    [{ query: 'a'.repeat(400), strategy: 'thorough', maxResults: 20 }, true],
    [{ query: 'a', maxResults: 1, strategy: 'cheap' }, true],
    [{ query: 'a'.repeat(401) }, false],
    [{ query: ' ' }, false],
    [{}, false],
    [{ query: 1 }, false],
    [{ query: 'a', maxResults: 0 }, false],
    [{ query: 'a', maxResults: 21 }, false],
    [{ query: 'a', maxResults: '5' }, false],
    [{ query: 'a', strategy: 'best' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(search.input.safeParse(input).success).toBe(fits);
  });

  it('has its defaults', () => {
    expect(read({ query: 'a' })).toEqual({ query: 'a', strategy: 'fast', maxResults: 5 });
  });
});
