import { describe, expect, it } from 'vitest';
import openai from '../../src/providers/openai.ts';
import twin from '../../src/sandbox/openai.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { text: 'Hello, world!', language: 'en' };

describe('speech', () =>
  describeProvider(
    {
      provider: openai,
      twin,
      ask: (ctx) => openai.speech.speak(request, ctx),
      failures: {
        'rate-limit': 'rate',
        'bad-key': 'auth',
        quota: 'quota',
        down: 'overloaded',
        'error-in-200': 'lying',
        retired: 'retired',
      },
      retryAfterSeconds: 30,
    },
    (bench) => {
      it('speaks MP3, and notes the characters', async () => {
        const ctx = bench().context();
        expect((await openai.speech.speak(request, ctx)).durationSeconds).toBeGreaterThan(0.5);
        expect(ctx.metered).toEqual([13 * 15]);
        expect(openai.speech.ceiling('a'.repeat(600))).toBe(9000);
      });

      it.each(openai.speech.voices)('knows the voice $id', async ({ id }) => {
        await openai.speech.speak({ ...request, voice: id }, bench().context());
      });

      it('says when a text is too long', async () => {
        const text = 'a'.repeat(4097);
        const failure = await failureOf(openai.speech.speak({ ...request, text }, bench().context()));
        expect(failure.kind).toBe('context');
      });
    },
  ));
