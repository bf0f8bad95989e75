import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/kernel/ports.ts';
import type { CallContext } from '../../../src/kernel/tool/context.ts';
import deepgramTwin from '../../../src/sandbox/deepgram.ts';
import groqTwin from '../../../src/sandbox/groq.ts';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { createSilentMp3, createSilentWav } from '../../../src/sandbox/shared/sound.ts';
import whisperTwin from '../../../src/sandbox/whisper.ts';
import stt from '../../../tools/smart/stt.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
/** Addresses that callers name are the sandbox's; the providers are twins on real sockets. */
let pages: Transport;
beforeAll(async () => {
  bench = await benchOf(groqTwin, deepgramTwin, whisperTwin);
  pages = await createSandbox({ admit: () => {} });
});
afterAll(() => bench.close());

const read = (input: unknown) => stt.input.parse(input);

function contextOf(options: BenchOptions & { timeoutMs?: number }): CallContext {
  const ctx = bench.context(options);
  const { transport } = ctx.environment;
  const send: Transport['send'] = (request) => (request.provider === 'web' ? pages : transport).send(request);
  return { ...ctx, environment: { ...ctx.environment, transport: { send, admit: () => Promise.resolve() } } };
}

const run = async (input: unknown, options: BenchOptions & { timeoutMs?: number } = {}) =>
  stt.output.parse(await stt.run(read(input), contextOf(options)));

/** Seconds of silence. */
const wav = (seconds: number): Uint8Array => createSilentWav('x'.repeat(seconds * 15));
const upload = { audio: wav(10) };

describe('stt', () => {
  it.each(stt.examples)('answers its example %o', async (example) => {
    expect((await run(example)).text).not.toBe('');
  });

  it('says what is said in a file, from wherever it comes', async () => {
    const said = {
      text: 'This is the sandbox speaking.',
      language: 'en',
      durationSeconds: expect.any(Number),
      segments: [{ start: 0, end: expect.any(Number), text: 'This is the sandbox speaking.' }],
      sourceUsed: 'groq',
      fallbackUsed: false,
      attempts: [{ source: 'groq', status: 'ok', ms: expect.any(Number) }],
    };
    expect(await run(upload)).toEqual(said);
    expect(await run({ url: 'https://example.com/a.wav' })).toEqual(said);
    const base64 = Buffer.from(createSilentMp3('Hello')).toString('base64');
    expect(await run({ audio: base64, language: 'zh' })).toMatchObject({ language: 'zh', sourceUsed: 'groq' });
  });

  it('asks the next when one fails, and who is set up only', async () => {
    expect(await run(upload, { magic: 'down@groq' })).toMatchObject({ sourceUsed: 'deepgram', fallbackUsed: true });
    const two = 'down@groq sandbox:cut@deepgram';
    expect(await run(upload, { magic: two })).toMatchObject({ sourceUsed: 'whisper', fallbackUsed: true });
    const settings = { groq: null, deepgram: null };
    expect(await run(upload, { settings })).toMatchObject({ sourceUsed: 'whisper', fallbackUsed: false });
  });

  it.each(['cut', 'reset', 'malformed', 'html', 'blank', 'bad-key', 'quota', 'rate-limit', 'error-in-200'])(
    'falls back after %s',
    async (magic) => {
      expect(await run(upload, { magic: `${magic}@groq` })).toMatchObject({ sourceUsed: 'deepgram' });
    },
  );

  it('does not hop over sound that can’t be read', async () => {
    const failure = await failureOf(run(upload, { magic: 'filtered@deepgram', settings: { groq: null } }));
    expect(failure).toMatchObject({ kind: 'filtered', source: 'deepgram' });
  });

  it('fails when all do, is empty for silence, and unavailable without any', async () => {
    expect((await failureOf(run(upload, { magic: 'down' }))).kind).toBe('overloaded');
    const settings = { groq: null };
    expect((await failureOf(run(upload, { magic: 'empty', settings }))).kind).toBe('empty');
    await expect(stt.run(read(upload), contextFor())).rejects.toMatchObject({ code: 'TOOL_UNAVAILABLE' });
  });

  it('asks nobody whom the price does not pay', async () => {
    const minutes = { audio: wav(120) };
    expect(await run(minutes, { magic: 'down@groq' })).toMatchObject({ sourceUsed: 'whisper' });
    const cheap = { deepgram: { minuteUsd: '0.0043' } };
    expect(await run(minutes, { magic: 'down@groq', settings: cheap })).toMatchObject({ sourceUsed: 'deepgram' });
    const long = { audio: createSilentWav('x'.repeat(811 * 15)) };
    expect((await run(long)).sourceUsed).toBe('whisper');
    // An upload's length is known before it is charged: it takes two prices.
    expect((await run(long, { settings: { whisper: null } })).sourceUsed).toBe('groq');
    expect(stt.costCeiling?.(read(long))).toBeGreaterThan(stt.price ?? 0);
    expect(stt.costCeiling?.(read(upload))).toBeLessThanOrEqual(stt.price ?? 0);
  });

  it('reads addresses like any other: what is no sound is said, and what is private is refused', async () => {
    for (const url of ['https://example.com/page', 'https://example.com/a.pdf', 'https://example.com/a.png']) {
      await expect(run({ url })).rejects.toMatchObject({ code: 'UNREADABLE_TARGET' });
    }
    expect((await failureOf(run({ url: 'https://example.com/status/404' }))).kind).toBe('not_found');
    const guarded = bench.context();
    for (const url of [
      'http://127.0.0.1/a.mp3',
      'http://[::1]/a.mp3',
      'http://2130706433/a.mp3',
      'file:///etc/passwd',
    ]) {
      await expect(stt.run(read({ url }), guarded)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
  });

  it.each([
    [{ url: 'https://example.com/a.mp3' }, true],
    [{ audio: wav(1), language: 'ja' }, true],
    [{ audio: Buffer.from(createSilentMp3('a')).toString('base64') }, true],
    [{}, false],
    [{ url: 'https://example.com/a.mp3', audio: wav(1) }, false],
    [{ audio: '' }, false],
    [{ audio: 'no base64 of any sound' }, false],
    [{ audio: Buffer.from('<html>') }, false],
    [{ audio: 5 }, false],
    [{ audio: Buffer.concat([wav(1), Buffer.alloc(25 * 1024 * 1024)]) }, false],
    [{ url: '' }, false],
    [{ url: 'x'.repeat(4097) }, false],
    [{ url: 5 }, false],
    [{ url: 'https://example.com/a.mp3', language: 'fr' }, false],
  ])('reads the input of row %#', (input, fits) => {
    expect(stt.input.safeParse(input).success).toBe(fits);
  });
});
