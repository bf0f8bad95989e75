import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bytes } from '../../../src/kernel/tool/reply.ts';
import { readMp3 } from '../../../src/providers/shared/audio/mp3.ts';
import kokoroTwin from '../../../src/sandbox/kokoro.ts';
import openaiTwin from '../../../src/sandbox/openai.ts';
import tts from '../../../tools/smart/tts.ts';
import info from '../../../tools/voices/info.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(openaiTwin, kokoroTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => tts.input.parse(input);

async function run(input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) {
  const ctx = bench.context(options);
  const bytes = await tts.run(read(input), ctx);
  if (!(bytes instanceof Bytes)) throw new Error('No bytes');
  expect([bytes.type, bytes.filename]).toEqual(['audio/mpeg', 'speech.mp3']);
  const mp3 = readMp3(bytes.data);
  if (!mp3) throw new Error('No MP3');
  const asked = ctx.attempts.map(({ source, status }) => `${source} ${status}`);
  return { seconds: mp3.durationSeconds, asked };
}

const hello = { text: 'Hello. How are you?' };
/** Costs more than the price with a hosted voice. */
const long = { text: 'This is a sentence of some length. '.repeat(18) };

describe('tts', () => {
  it.each(tts.examples)('answers its example %o', async (example) => {
    expect((await run(example)).seconds).toBeGreaterThan(0.5);
  });

  it('asks the hosted voice first where the price covers it, and the operator’s own where not', async () => {
    expect((await run(hello)).asked).toEqual(['openai ok']);
    expect((await run(long)).asked).toEqual(['kokoro ok']);
    expect((await run(long, { settings: { kokoro: null } })).asked).toEqual(['openai ok']);
  });

  it('takes a voice from whoever has it', async () => {
    expect((await run({ ...hello, voice: 'bf_emma' })).asked).toEqual(['kokoro ok']);
    expect((await run({ ...long, voice: 'nova' })).asked).toEqual(['openai ok']);
    expect((await run({ ...hello, voice: 'jf_alpha' }, { magic: 'down@kokoro' })).asked).toEqual([
      'kokoro failed',
      'openai ok',
    ]);
  });

  it.each(['cut', 'reset', 'malformed', 'html', 'blank', 'bad-key', 'quota', 'rate-limit', 'error-in-200', 'down'])(
    'falls back after %s',
    async (magic) => {
      expect((await run(hello, { magic: `${magic}@openai` })).asked).toEqual(['openai failed', 'kokoro ok']);
    },
  );

  it('speaks long texts in parts that are joined', async () => {
    const before = bench.requests('kokoro');
    const { seconds } = await run({ text: '今日は晴れです。明日は雨でしょうか？'.repeat(200), language: 'ja' });
    expect(bench.requests('kokoro') - before).toBeGreaterThanOrEqual(3);
    expect(seconds).toBeGreaterThan(3600 / 15 - 2);
    expect(seconds).toBeLessThan(3600 / 15 + 4);
  });

  it('passes over voices that don’t speak the language, and says so when none does', async () => {
    const korean = { text: '안녕하세요' };
    expect((await run(korean, { magic: 'down@kokoro' })).asked).toEqual(['openai ok']);
    const failure = await failureOf(run(korean, { settings: { openai: null } }));
    expect(failure).toMatchObject({ kind: 'empty', facts: { message: expect.stringContaining('ko') } });
  });

  it('fails when all do, and is unavailable without any', async () => {
    expect((await failureOf(run(hello, { magic: 'down' }))).kind).toBe('overloaded');
    await expect(Promise.resolve(tts.run(read(hello), contextFor()))).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    });
  });

  it('can’t cost more than its price where the operator has a voice of his own', () => {
    const cost = (text: string, only?: string) =>
      tts.costCeiling?.(read({ text }), only ? (id) => (id === only ? {} : null) : undefined);
    expect(cost('a'.repeat(600))).toBe(9000);
    expect(cost('a'.repeat(601))).toBe(0);
    expect(cost('あ'.repeat(5000))).toBe(0);
    expect(cost('a'.repeat(5000), 'openai')).toBe(75_000);
    expect(cost('a'.repeat(5000), 'espeak')).toBe(0);
  });

  it.each([
    [{ text: 'a' }, true],
    [{ text: 'あ'.repeat(5000), voice: 'espeak-ja', language: 'ja-JP' }, true],
    [{ text: 'a'.repeat(5001) }, false],
    [{ text: '' }, false],
    [{ text: ' …!' }, false],
    [{}, false],
    [{ text: 5 }, false],
    [{ text: 'a', voice: 'nobody' }, false],
    [{ text: 'a', voice: '' }, false],
    [{ text: 'a', voice: 5 }, false],
    [{ text: 'a', language: 'klingon' }, false],
    [{ text: 'a', language: ['en'] }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(tts.input.safeParse(input).success).toBe(fits);
  });
});

describe('the list of voices', () => {
  it('says which there are on this server, and every one can be asked for', async () => {
    const ctx = contextFor({ settings: { kokoro: { baseUrl: 'http://127.0.0.1:1' } } });
    const listed = info.output.parse(await info.run({}, ctx));
    expect(listed.languages).toContain('ja');
    expect(listed.languages).not.toContain('ko');
    expect(new Set(listed.voices.map(({ provider }) => provider))).toEqual(new Set(['kokoro']));
    for (const { id } of listed.voices) expect(read({ text: 'a', voice: id }).voice).toBe(id);
    const nothing = info.output.parse(await info.run({}, contextFor()));
    expect(nothing).toMatchObject({ languages: [], voices: [], note: expect.stringContaining('sandbox') });
  });
});
