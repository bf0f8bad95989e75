import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import googleTwin from '../../../src/sandbox/google-translate.ts';
import libretranslateTwin from '../../../src/sandbox/libretranslate.ts';
import translate from '../../../tools/proxy/translate.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(googleTwin, libretranslateTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => translate.input.parse(input);
const run = async (input: unknown, options: BenchOptions = {}) =>
  translate.output.parse(await translate.run(read(input), bench.context(options)));

const morning = { text: 'Good morning', to: 'ja' };

describe('translate', () => {
  it.each(translate.examples)('answers its example %o', async (example) => {
    expect((await run(example)).translated).not.toContain('[');
  });

  it('answers with what it found out', async () => {
    expect(await run(morning)).toEqual({
      translated: 'おはようございます',
      detectedSourceLang: 'EN',
      charCount: 12,
      sourceUsed: 'google-translate',
    });
    expect(await run({ text: '🙂 Hallo', from: 'de', to: 'zh-TW' })).toMatchObject({
      charCount: 7,
      detectedSourceLang: 'DE',
    });
  });

  it('asks the operator’s own translator where it is the only one, or the price covers no other', async () => {
    const own = { settings: { 'google-translate': null } };
    expect((await run(morning, own)).sourceUsed).toBe('libretranslate');
    expect((await run({ ...morning, text: 'a'.repeat(150) })).sourceUsed).toBe('google-translate');
    expect((await run({ ...morning, text: 'a'.repeat(151) })).sourceUsed).toBe('libretranslate');
  });

  it('fails with its provider, and is unavailable without', async () => {
    expect((await failureOf(run(morning, { magic: 'bad-key' }))).kind).toBe('auth');
    await expect(translate.run(read(morning), contextFor())).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      facts: { details: { variables: ['GOOGLE_TRANSLATE_API_KEY', 'LIBRETRANSLATE_BASE_URL'] } },
    });
  });

  it('leaves to the operator’s own translator what would cost more than its price', () => {
    const longer = read({ text: 'a'.repeat(5000), to: 'en' });
    expect(translate.costCeiling?.(longer, () => ({}))).toBe(0);
    expect(translate.costCeiling?.(longer, (id) => (id === 'google-translate' ? {} : null))).toBe(100_000);
  });

  it.each([
    [{ text: 'a', to: 'en' }, true],
    [{ text: 'a'.repeat(30_000), to: 'VI', from: 'zh_Hant' }, true],
    [{ text: 'a'.repeat(30_001), to: 'en' }, false],
    [{ text: '', to: 'en' }, false],
    [{ text: 'a' }, false],
    [{ to: 'en' }, false],
    [{ text: 5, to: 'en' }, false],
    [{ text: 'a', to: 'English' }, false],
    [{ text: 'a', to: 'xx' }, false],
    [{ text: 'a', to: 'en', from: '' }, false],
    [{ text: 'a', to: ['en'] }, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(translate.input.safeParse(input).success).toBe(fits);
  });
});
