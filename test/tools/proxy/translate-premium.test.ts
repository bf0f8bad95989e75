import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import deepl from '../../../src/providers/deepl.ts';
import deeplTwin from '../../../src/sandbox/deepl.ts';
import libretranslateTwin from '../../../src/sandbox/libretranslate.ts';
import premium from '../../../tools/proxy/translate-premium.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(deeplTwin, libretranslateTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => premium.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  premium.output.parse(await premium.run(read(input), bench.context(options)));

const morning = { text: 'Good morning', targetLang: 'JA' };

describe('translate-premium', () => {
  it.each(premium.examples)('answers its example %o', async (example) => {
    expect((await run(example)).translated).not.toContain('[');
  });

  it('answers with what it found out', async () => {
    expect(await run(morning)).toEqual({
      translated: 'おはようございます',
      detectedSourceLang: 'EN',
      charCount: 12,
      sourceUsed: 'deepl',
    });
    expect(await run({ text: '🙂 Hallo', sourceLang: 'de', targetLang: 'zh-TW' })).toMatchObject({
      charCount: 7,
      detectedSourceLang: 'DE',
    });
  });

  it.each(deepl.languages)('translates into %s', async (targetLang) => {
    expect(await run({ text: 'Hello', targetLang })).toMatchObject({ sourceUsed: 'deepl' });
  });

  it('asks the operator’s own translator where it is the only one, or the price covers no other', async () => {
    expect((await run(morning, { settings: { deepl: null } })).sourceUsed).toBe('libretranslate');
    expect((await run({ ...morning, text: 'a'.repeat(120) })).sourceUsed).toBe('deepl');
    expect((await run({ ...morning, text: 'a'.repeat(121) })).sourceUsed).toBe('libretranslate');
    const free = { settings: { deepl: { apiKey: 'k:fx' } } };
    expect((await run({ ...morning, text: 'a'.repeat(121) }, free)).sourceUsed).toBe('deepl');
  });

  it('fails with its provider, and is unavailable without', async () => {
    expect((await failureOf(run(morning, { magic: 'quota' }))).kind).toBe('quota');
    await expect(premium.run(read(morning), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['DEEPL_API_KEY', 'LIBRETRANSLATE_BASE_URL'] } },
    });
  });

  it('leaves to the operator’s own translator what would cost more than its price', () => {
    const longer = read({ text: 'a'.repeat(5_000), targetLang: 'en' });
    expect(premium.costCeiling?.(longer, () => ({ apiKey: 'k' }))).toBe(0);
    expect(premium.costCeiling?.(longer, (id) => (id === 'deepl' ? { apiKey: 'k' } : null))).toBe(125_000);
    expect(premium.costCeiling?.(longer, (id) => (id === 'deepl' ? { apiKey: 'k:fx' } : null))).toBe(0);
  });

  it.each([
    [{ text: 'a', targetLang: 'EN-US' }, true],
    [{ text: 'a'.repeat(30_000), targetLang: 'nb', sourceLang: 'zh_Hant' }, true],
    [{ text: 'a'.repeat(30_001), targetLang: 'EN' }, false],
    [{ text: '', targetLang: 'EN' }, false],
    [{ text: 'a' }, false],
    [{ targetLang: 'EN' }, false],
    [{ text: 5, targetLang: 'EN' }, false],
    [{ text: 'a', targetLang: 5 }, false],
    [{ text: 'a', targetLang: 'English' }, false],
    [{ text: 'a', targetLang: 'TLH' }, false],
    [{ text: 'a', targetLang: 'EN', sourceLang: '' }, false],
    [{ text: 'a', targetLang: 'EN', sourceLang: 5 }, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(premium.input.safeParse(input).success).toBe(fits);
  });
});
