import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bytes } from '../../../src/kernel/tool/reply.ts';
import { readMp3 } from '../../../src/providers/shared/audio/mp3.ts';
import elevenlabsTwin from '../../../src/sandbox/elevenlabs.ts';
import kokoroTwin from '../../../src/sandbox/kokoro.ts';
import speech from '../../../tools/proxy/speech-synthesis.ts';
import { type BenchOptions, benchOf, contextFor, failureOf, type TwinBench } from '../../harness/context.ts';

let bench: TwinBench;
beforeAll(async () => {
  bench = await benchOf(elevenlabsTwin, kokoroTwin);
});
afterAll(() => bench.close());

const read = (input: unknown) => speech.input.parse(input);

/** Who spoke. */
async function spoke(input: unknown, options: BenchOptions = {}): Promise<string> {
  const before = bench.requests('elevenlabs');
  const bytes = await speech.run(read(input), bench.context(options));
  if (!(bytes instanceof Bytes)) throw new Error('No bytes');
  expect(readMp3(bytes.data)?.durationSeconds).toBeGreaterThan(0.1);
  return bench.requests('elevenlabs') > before ? 'elevenlabs' : 'kokoro';
}

const VOICE = 'EXAVITQu4vr4xnSDxMaL';

describe('speech-synthesis', () => {
  it.each(speech.examples)('answers its example %o', async (example) => {
    expect(await spoke(example)).toBe('elevenlabs');
  });

  it('has the premium voice say what the price covers, and the operator’s own the rest', async () => {
    expect(await spoke({ text: 'a'.repeat(40) })).toBe('elevenlabs');
    expect(await spoke({ text: 'a'.repeat(41) })).toBe('kokoro');
    expect(await spoke({ text: 'a'.repeat(500) }, { settings: { kokoro: null } })).toBe('elevenlabs');
    expect(await spoke({ text: 'Hi' }, { settings: { elevenlabs: null } })).toBe('kokoro');
  });

  it('goes by the voice and the model that are named', async () => {
    expect(await spoke({ text: 'a'.repeat(100), voiceId: VOICE, language: 'en' })).toBe('elevenlabs');
    expect(await spoke({ text: 'a'.repeat(100), modelId: 'eleven_v3' })).toBe('elevenlabs');
    expect(await spoke({ text: 'おはよう', voiceId: 'jf_alpha' })).toBe('kokoro');
    expect(speech.usesFor?.(read({ text: 'a', voiceId: 'espeak-de' })).map(({ id }) => id)).toEqual(['espeak']);
  });

  it('fails with its provider, and is unavailable without', async () => {
    expect((await failureOf(spoke({ text: 'Hi' }, { magic: 'quota' }))).kind).toBe('quota');
    expect((await failureOf(spoke({ text: 'Hi', voiceId: 'nobody' }))).kind).toBe('not_found');
    await expect(Promise.resolve(speech.run(read({ text: 'Hi' }), contextFor()))).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
    });
  });

  it('can’t cost more than its price unless a premium voice is all there is, or is asked for', () => {
    const all = (length: number) => speech.costCeiling?.(read({ text: 'a'.repeat(length) }));
    expect([all(40), all(41), all(500)]).toEqual([2000, 0, 0]);
    const only = (id: string) => (id === 'elevenlabs' ? {} : null);
    expect(speech.costCeiling?.(read({ text: 'a'.repeat(500) }), only)).toBe(25_000);
    expect(speech.costCeiling?.(read({ text: 'a'.repeat(500), voiceId: VOICE }))).toBe(25_000);
  });

  it.each([
    [{ text: 'a' }, true],
    [{ text: 'a'.repeat(500), voiceId: VOICE, modelId: 'eleven_v3', language: 'ja' }, true],
    [{ text: 'a'.repeat(501) }, false],
    [{ text: '' }, false],
    [{ text: '…' }, false],
    [{}, false],
    [{ text: ['a'] }, false],
    [{ text: 'a', voiceId: '../voices' }, false],
    [{ text: 'a', voiceId: '' }, false],
    [{ text: 'a', modelId: 'a b' }, false],
    [{ text: 'a', modelId: 5 }, false],
    [{ text: 'a', language: 'english' }, false],
  ])('reads %o: %s', (input, fits) => {
    expect(speech.input.safeParse(input).success).toBe(fits);
  });
});
