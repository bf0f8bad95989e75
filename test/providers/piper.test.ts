import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import piper from '../../src/providers/piper.ts';
import twin from '../../src/sandbox/piper.ts';
import { failureOf } from '../harness/context.ts';
import { programs } from '../harness/programs.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { text: 'Hello, world!', language: 'en' };

const withLame = (ctx: CallContext, lamePath = programs.lame ?? ''): CallContext => ({
  ...ctx,
  environment: {
    ...ctx.environment,
    settings: (id) => {
      const settings = ctx.environment.settings(id);
      return settings && { ...settings, lamePath };
    },
  },
});

describe.skipIf(programs.lame === null)('with lame', () => {
  describeProvider(
    {
      provider: piper,
      twin,
      ask: (ctx) => piper.speak(request, withLame(ctx)),
      failures: { 'rate-limit': 'rate', down: 'overloaded', empty: 'malformed', 'error-in-200': 'lying' },
      retryAfterSeconds: 30,
    },
    (bench) => {
      it('makes MP3 of what the server speaks', async () => {
        const { durationSeconds } = await piper.speak(request, withLame(bench().context()));
        expect(durationSeconds).toBeGreaterThan(0.8);
        expect(durationSeconds).toBeLessThan(1.2);
      });

      it('has one language, and says so for the others', async () => {
        const failure = await failureOf(piper.speak({ ...request, language: 'de' }, withLame(bench().context())));
        expect(failure.kind).toBe('empty');
      });

      it('fails when the encoder does', async () => {
        for (const path of ['/nonexistent/lame', '/bin/false']) {
          const failure = await failureOf(piper.speak(request, withLame(bench().context(), path)));
          expect(failure.kind).toBe('overloaded');
        }
      });
    },
  );
});
