import { expect, it } from 'vitest';
import elevenlabs from '../../src/providers/elevenlabs.ts';
import twin from '../../src/sandbox/elevenlabs.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const request = { text: 'Hello, world!' };

describeProvider(
  {
    provider: elevenlabs,
    twin,
    ask: (ctx) => elevenlabs.speak(request, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'malformed',
      'not-found': 'not_found',
      'too-long': 'context',
      retired: 'retired',
    },
  },
  (bench) => {
    it('speaks MP3, and notes what is billed', async () => {
      const ctx = bench().context();
      expect((await elevenlabs.speak(request, ctx)).durationSeconds).toBeGreaterThan(0.5);
      expect(ctx.metered).toEqual([7 * 2 * 50]);
      const dear = bench().context({ settings: { elevenlabs: { thousandUsd: '0.10' } } });
      await elevenlabs.speak({ ...request, model: 'eleven_multilingual_v2', language: 'en' }, dear);
      expect(dear.metered).toEqual([13 * 2 * 100]);
      expect(elevenlabs.ceiling({ text: 'a'.repeat(40) }, null)).toBe(2000);
      expect(elevenlabs.ceiling({ text: 'a', model: 'eleven_v3' }, null)).toBe(100);
    });

    it('does not hold a model that the caller made up against the provider', async () => {
      const ctx = bench().context();
      for (let i = 0; i < 6; i++) {
        await expect(elevenlabs.speak({ ...request, model: 'none' }, ctx)).rejects.toMatchObject({ kind: 'not_found' });
      }
      expect(ctx.environment.health.pausedForMs('elevenlabs')).toBe(0);
    });

    it('takes a voice of the caller, but no path', async () => {
      const voice = 'EXAVITQu4vr4xnSDxMaL';
      await elevenlabs.speak({ ...request, voice, language: 'ja' }, bench().context());
      for (const bad of ['../voices', 'x?y=z']) {
        await expect(elevenlabs.speak({ ...request, voice: bad }, bench().context())).rejects.toMatchObject({
          kind: 'not_found',
        });
      }
      const dots = elevenlabs.speak({ ...request, voice: '..' }, bench().context());
      await expect(dots).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    });
  },
);
