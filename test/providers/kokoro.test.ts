import { expect, it } from 'vitest';
import kokoro from '../../src/providers/kokoro.ts';
import twin from '../../src/sandbox/kokoro.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { text: 'Hello, world!', language: 'en' };

describeProvider(
  {
    provider: kokoro,
    twin,
    ask: (ctx) => kokoro.speak(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'malformed',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it('speaks MP3, and costs nothing', async () => {
      const ctx = bench().context();
      expect((await kokoro.speak(request, ctx)).durationSeconds).toBeGreaterThan(0.5);
      expect(ctx.metered).toEqual([]);
    });

    it.each(kokoro.voices)('knows the voice $id', async ({ id, language }) => {
      await kokoro.speak({ text: 'x', language: language ?? '', voice: id }, bench().context());
    });

    it('has no voice for other languages', async () => {
      const failure = await failureOf(kokoro.speak({ ...request, language: 'ko' }, bench().context()));
      expect(failure).toMatchObject({ kind: 'empty', facts: { message: expect.stringContaining('ko') } });
    });
  },
);
