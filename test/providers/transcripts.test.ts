import { describe, expect, it } from 'vitest';
import deepgram from '../../src/providers/deepgram.ts';
import groq from '../../src/providers/groq.ts';
import { parseLanguageCode, type TranscribeRequest } from '../../src/providers/shared/audio/transcripts.ts';
import whisper from '../../src/providers/whisper.ts';
import deepgramTwin from '../../src/sandbox/deepgram.ts';
import groqTwin from '../../src/sandbox/groq.ts';
import { createSilentMp3, createSilentWav } from '../../src/sandbox/shared/sound.ts';
import whisperTwin from '../../src/sandbox/whisper.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request: TranscribeRequest = { bytes: createSilentWav('x'.repeat(150)), type: 'audio/wav' };
const noise: TranscribeRequest = { bytes: Buffer.from('no sound at all'), type: 'audio/wav' };

describe('transcripts', () => {
  describeProvider(
    {
      provider: groq,
      twin: groqTwin,
      ask: (ctx) => groq.transcribe(request, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        down: 'overloaded',
        'error-in-200': 'lying',
        retired: 'retired',
      },
      retryAfterSeconds: 30,
    },
    (bench) => {
      it('says what is said, in which language and when, and notes the seconds', async () => {
        const ctx = bench().context();
        const { text, language, durationSeconds, segments } = await groq.transcribe(
          { ...request, language: 'ja' },
          ctx,
        );
        expect([text, language]).toEqual(['サンドボックスの音声です。', 'ja']);
        expect(segments).toEqual([{ start: 0, end: durationSeconds, text }]);
        expect(ctx.metered).toEqual([groq.transcribeCeiling(durationSeconds ?? 0)]);
        expect(groq.transcribeCeiling(3600)).toBeCloseTo(40_000);
        expect(groq.transcribeCeiling(1)).toBeCloseTo(111.1, 1);
      });

      it('takes MP3 too, and tells what is no sound', async () => {
        await groq.transcribe({ bytes: createSilentMp3('Hello'), type: 'audio/mpeg' }, bench().context());
        expect((await failureOf(groq.transcribe(noise, bench().context()))).kind).toBe('filtered');
      });
    },
  );

  describeProvider(
    {
      provider: deepgram,
      twin: deepgramTwin,
      ask: (ctx) => deepgram.transcribe(request, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        quota: 'quota',
        down: 'overloaded',
        'error-in-200': 'lying',
        empty: 'empty',
        filtered: 'filtered',
      },
    },
    (bench) => {
      it('says what is said, in which language and when, and notes the minutes', async () => {
        const ctx = bench().context();
        const { durationSeconds, ...transcript } = await deepgram.transcribe(request, ctx);
        expect(transcript).toMatchObject({ text: 'This is the sandbox speaking.', language: 'en' });
        expect(transcript.segments).toHaveLength(1);
        expect(ctx.metered[0]).toBeCloseTo(((durationSeconds ?? 0) / 60) * 7700);
        expect(deepgram.ceiling(60, { minuteUsd: '0.0043' })).toBeCloseTo(4300);
        const named = await deepgram.transcribe({ ...request, language: 'zh' }, bench().context());
        expect([named.text, named.language]).toEqual(['这是沙盒的声音。', 'zh']);
      });

      it('tells what is no sound', async () => {
        expect((await failureOf(deepgram.transcribe(noise, bench().context()))).kind).toBe('filtered');
      });
    },
  );

  describeProvider(
    {
      provider: whisper,
      twin: whisperTwin,
      ask: (ctx) => whisper.transcribe(request, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        down: 'overloaded',
        'error-in-200': 'lying',
        empty: 'empty',
        retired: 'retired',
        filtered: 'filtered',
      },
      retryAfterSeconds: 30,
    },
    (bench) => {
      it('says what is said, and costs nothing', async () => {
        const ctx = bench().context();
        expect(await whisper.transcribe(request, ctx)).toMatchObject({ language: 'en', segments: [{ start: 0 }] });
        expect(ctx.metered).toEqual([]);
      });
    },
  );

  it.each([
    ['english', 'en'],
    ['Japanese', 'ja'],
    ['zh-CN', 'zh'],
    ['ko', 'ko'],
    ['klingon', null],
    ['', null],
    [null, null],
  ])('know the language %s as %s', (said, code) => {
    expect(parseLanguageCode(said)).toBe(code);
  });
});
