import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import deeplTwin from '../../../src/sandbox/deepl.ts';
import deepseekTwin from '../../../src/sandbox/deepseek.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import libretranslateTwin from '../../../src/sandbox/libretranslate.ts';
import translate from '../../../tools/smart/translate.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(deeplTwin, deepseekTwin, groqTwin, libretranslateTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => translate.input.parse(input);
const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  translate.output.parse(await translate.run(read(input), bench.context(options)));

const morning = { text: 'Good morning', targetLang: 'JA' };
const orders = {
  quality: ['deepl', 'deepseek', 'groq'],
  fast: ['groq', 'deepl', 'deepseek'],
  cheap: ['groq', 'deepseek', 'libretranslate'],
} as const;
const strategies = Object.keys(orders) as (keyof typeof orders)[];

describe('translate', () => {
  it.each(translate.examples)('answers its example %o', async (example) => {
    expect((await run(example)).translated).not.toContain('[');
  });

  it('answers in the words of both forms', async () => {
    expect(await run(morning)).toEqual({
      translated: 'おはようございます',
      translation: 'おはようございます',
      detectedSourceLang: 'EN',
      from: 'EN',
      to: 'JA',
      charCount: 12,
      sourceUsed: 'deepl',
      engine: 'deepl',
      fallbackUsed: false,
      attempts: [{ source: 'deepl', status: 'ok', ms: expect.any(Number) }],
    });
    expect(await run({ text: '🙂 Hallo', from: 'de-AT', to: 'zh-TW' })).toMatchObject({
      charCount: 7,
      from: 'DE',
      to: 'ZH-HANT',
    });
  });

  it.each(strategies)('%s asks in its order, and passes on after each failure', async (strategy) => {
    const names = orders[strategy];
    for (const [index, name] of names.entries()) {
      const failing = names.slice(0, index);
      const magic = failing
        .map((id) => `sandbox:down@${id}`)
        .join(' ')
        .replace(/^sandbox:/, '');
      const answer = await run({ ...morning, strategy }, magic === '' ? {} : { magic });
      expect(answer).toMatchObject({ translated: 'おはようございます', sourceUsed: name, fallbackUsed: index > 0 });
      expect(answer.attempts.map(({ source, status }) => `${source} ${status}`)).toEqual([
        ...failing.map((id) => `${id} failed`),
        `${name} ok`,
      ]);
    }
  });

  it.each(['cut', 'reset', 'malformed', 'html', 'blank', 'empty', 'bad-key', 'quota', 'rate-limit', 'error-in-200'])(
    'falls back after %s',
    async (magic) => {
      const answer = await run(morning, { magic: `${magic}@deepl` });
      expect(answer).toMatchObject({ sourceUsed: 'deepseek', fallbackUsed: true, translated: 'おはようございます' });
      expect(answer.attempts[0]).toMatchObject({ source: 'deepl', status: 'failed', kind: expect.any(String) });
    },
  );

  it('can be made to fall back by the text itself', async () => {
    const answer = await run({ text: 'Good morning sandbox:down@deepl', to: 'ja' });
    expect(answer).toMatchObject({ sourceUsed: 'deepseek', fallbackUsed: true, translated: 'おはようございます' });
  });

  it.each(['hang', 'stall', 'slow=5000'])('falls back after %s, within its own time', async (magic) => {
    const startedMs = Date.now();
    const answer = await run(morning, { magic: `${magic}@deepl`, timeoutMs: 1500 });
    expect(answer).toMatchObject({ sourceUsed: 'deepseek', attempts: [{ kind: 'timeout' }, { status: 'ok' }] });
    expect(Date.now() - startedMs).toBeLessThan(1500);
  });

  it.each([['filtered@deepseek', 'filtered']])('does not hop over %s', async (magic, kind) => {
    const failure = await failureOf(run(morning, { magic, settings: { deepl: null } }));
    expect(failure).toMatchObject({ kind, source: 'deepseek' });
  });

  it('goes on to a larger context window', async () => {
    const answer = await run(morning, { magic: 'too-long@deepseek', settings: { deepl: null } });
    expect(answer).toMatchObject({ sourceUsed: 'groq', attempts: [{ kind: 'context' }, { status: 'ok' }] });
  });

  it('fails when all do, and passes over what is not set up', async () => {
    expect((await failureOf(run(morning, { magic: 'down' }))).kind).toBe('overloaded');
    expect((await failureOf(run(morning, { magic: 'empty' }))).kind).toBe('empty');
    const only = await run(morning, { settings: { deepl: null, deepseek: null } });
    expect(only).toMatchObject({ sourceUsed: 'groq', fallbackUsed: false });
    await expect(translate.run(read(morning), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['DEEPL_API_KEY', 'DEEPSEEK_API_KEY', 'GROQ_API_KEY'] } },
    });
    expect(translate.usesFor?.(read({ ...morning, strategy: 'cheap' })).map(({ id }) => id)).toEqual(orders.cheap);
  });

  it('leaves the premium translator out where the price does not cover it', async () => {
    const longText = { text: 'Good morning. '.repeat(26), targetLang: 'ja' };
    const ctx = bench.context();
    expect(await translate.run(read(longText), ctx)).toMatchObject({ sourceUsed: 'deepseek', fallbackUsed: false });
    expect(ctx.warnings).toHaveLength(1);
    const free = bench.context({ settings: { deepl: { apiKey: 'k:fx' } } });
    expect(await translate.run(read(longText), free)).toMatchObject({ sourceUsed: 'deepl' });
  });

  it('costs what its only translator costs', () => {
    const onlyPremium = (id: string) => (id === 'deepl' ? { apiKey: 'k' } : null);
    const long = read({ text: 'a'.repeat(361), to: 'en' });
    expect(translate.costCeiling?.(long, onlyPremium)).toBe(361 * 25);
  });

  it.each([
    [{ text: 'a', targetLang: 'EN' }, true],
    [{ text: 'a', to: 'pt-br', from: 'ja', strategy: 'cheap' }, true],
    [{ text: 'a' }, false],
    [{ text: 'a', sourceLang: 'EN' }, false],
    [{ text: '', to: 'EN' }, false],
    [{ text: 'a'.repeat(50_001), to: 'EN' }, false],
    [{ to: 'EN' }, false],
    [{ text: 5, to: 'EN' }, false],
    [{ text: 'a', to: 'nl' }, false],
    [{ text: 'a', to: 'English' }, false],
    [{ text: 'a', to: 'EN', sourceLang: 'xx' }, false],
    [{ text: 'a', to: 'EN', strategy: 'best' }, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(translate.input.safeParse(input).success).toBe(fits);
  });

  it('goes for quality by default', () => {
    expect(read(morning).strategy).toBe('quality');
  });
});
