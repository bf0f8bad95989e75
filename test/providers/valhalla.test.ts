import { expect, it } from 'vitest';
import valhalla from '../../src/providers/valhalla.ts';
import twin from '../../src/sandbox/valhalla.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const route = {
  from: { latitude: 52.517, longitude: 13.3888 },
  to: { latitude: 52.5294, longitude: 13.3976 },
  profile: 'driving',
  language: 'en',
} as const;

describeProvider(
  {
    provider: valhalla,
    twin,
    ask: (ctx) => valhalla.route(route, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it.each([
      ['en', ['Drive east on ', 'Turn right onto ', 'You have arrived']],
      ['ja', ['', '右折して', '目的地に到着しました。']],
      ['zh', ['出发，沿', '向右转弯，进入', '到达目的地']],
    ] as const)('has sentences in %s', async (language, beginnings) => {
      const { steps } = await valhalla.route({ ...route, language }, bench().context());
      expect(steps.map(({ instruction }, index) => instruction.startsWith(beginnings[index] ?? '-'))).toEqual([
        true,
        true,
        true,
      ]);
    });

    it('tells metres and the main streets', async () => {
      const found = await valhalla.route(route, bench().context());
      expect(found.distanceMeters).toBeGreaterThan(1900);
      const sum = found.steps.reduce((total, { distanceMeters }) => total + (distanceMeters ?? 0), 0);
      expect(Math.abs(sum - (found.distanceMeters ?? 0))).toBeLessThan(5);
      expect(found.summary).toMatch(/^\S+ \S+, \S+ \S+$/);
    });

    it.each(['driving', 'driving-traffic', 'walking', 'cycling'] as const)('knows %s', async (profile) => {
      expect((await valhalla.route({ ...route, profile }, bench().context())).durationSeconds).toBeGreaterThan(100);
    });

    it('has no route where it is too far', async () => {
      const far = valhalla.route({ ...route, to: { latitude: 35.68, longitude: 139.77 } }, bench().context());
      expect((await failureOf(far)).kind).toBe('empty');
    });
  },
);
