import { expect, it } from 'vitest';
import osrm from '../../src/providers/osrm.ts';
import twin from '../../src/sandbox/osrm.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const route = {
  from: { latitude: 52.517, longitude: 13.3888 },
  to: { latitude: 52.5294, longitude: 13.3976 },
  profile: 'driving',
  language: 'en',
} as const;

describeProvider(
  {
    provider: osrm,
    twin,
    ask: (ctx) => osrm.route(route, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
      'too-long': 'empty',
    },
    retryAfterSeconds: 30,
  },
  (bench) => {
    it.each([
      ['en', ['Start on ', 'Turn right onto ', 'You have arrived at your destination']],
      ['ja', ['出発します。', '右に曲がります。', '目的地に到着です。']],
      ['zh', ['出发，沿', '向右转弯，进入', '到达目的地']],
    ] as const)('has sentences in %s', async (language, beginnings) => {
      const { steps, summary } = await osrm.route({ ...route, language }, bench().context());
      expect(steps.map(({ instruction }, index) => instruction.startsWith(beginnings[index] ?? ''))).toEqual([
        true,
        true,
        true,
      ]);
      expect(steps[0]?.instruction).toContain(summary.split(', ')[0]);
    });

    it('asks the server of each way of moving, and none whose data is for another', async () => {
      const baseUrl = bench().context().environment.settings('osrm')?.baseUrl ?? '';
      const own = bench().context({ settings: { osrm: { walkingUrl: baseUrl } } });
      const walking = await osrm.route({ ...route, profile: 'walking' }, own);
      const driving = await osrm.route({ ...route, profile: 'driving-traffic' }, own);
      expect(walking.durationSeconds).toBeGreaterThan(driving.durationSeconds ?? 0);
      const cycling = await failureOf(osrm.route({ ...route, profile: 'cycling' }, own));
      expect(cycling).toMatchObject({ kind: 'unconfigured', facts: { variables: ['OSRM_CYCLING_URL'] } });
    });

    it('takes a refused point as our mistake', async () => {
      const off = osrm.route({ ...route, to: { latitude: 95, longitude: 0 } }, bench().context());
      expect((await failureOf(off)).kind).toBe('bad_request');
    });
  },
);

it('is off until it has an address', () => {
  expect(osrm.offByDefault).toBe(true);
  expect(contextFor().environment.settings('osrm')).toBeNull();
});
