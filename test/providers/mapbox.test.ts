import { describe, expect, it } from 'vitest';
import mapbox from '../../src/providers/mapbox.ts';
import twin from '../../src/sandbox/mapbox.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { q: 'Tokyo Tower', language: 'en', limit: 3 };
const stationToTower = {
  from: { latitude: 35.6812, longitude: 139.7671 },
  to: { latitude: 35.6586, longitude: 139.7454 },
  profile: 'driving',
  language: 'en',
} as const;
const failures = {
  'rate-limit': 'rate',
  'bad-key': 'auth',
  retired: 'auth',
  down: 'overloaded',
  'error-in-200': 'lying',
  empty: 'empty',
  'not-found': 'empty',
} as const;

describe('directions', () => {
  describeProvider({ provider: mapbox, twin, ask: (ctx) => mapbox.route(stationToTower, ctx), failures }, (bench) => {
    it('gives a route with its steps, and notes its cost', async () => {
      const ctx = bench().context();
      const route = await mapbox.route(stationToTower, ctx);
      expect(route).toMatchObject({
        summary: expect.stringMatching(/^\S+ \S+, \S+ \S+$/),
        attribution: expect.stringContaining('Mapbox'),
      });
      expect(route.distanceMeters).toBeGreaterThan(3000);
      expect(route.steps.map(({ instruction }) => instruction)).toEqual([
        expect.stringMatching(/^Head east on /),
        expect.stringMatching(/^Turn left onto /),
        'You have arrived at your destination',
      ]);
      expect(ctx.metered).toEqual([2000]);
    });

    it.each([
      ['ja', '目的地に到着しました'],
      ['zh', '您已到达目的地'],
    ] as const)('speaks %s', async (language, last) => {
      const { steps } = await mapbox.route({ ...stationToTower, language }, bench().context());
      expect(steps.at(-1)?.instruction).toBe(last);
    });

    it.each(['driving', 'driving-traffic', 'walking', 'cycling'] as const)('knows %s', async (profile) => {
      const route = await mapbox.route({ ...stationToTower, profile }, bench().context());
      expect(route.durationSeconds).toBeGreaterThan(100);
    });

    it('has no route over the sea, which is told in a 200', async () => {
      const paris = { latitude: 48.86, longitude: 2.32 };
      const overSea = mapbox.route({ ...stationToTower, to: paris }, bench().context());
      expect((await failureOf(overSea)).kind).toBe('empty');
    });
  });
});

describe('geocoding', () => {
  describeProvider({ provider: mapbox, twin, ask: (ctx) => mapbox.forward(search, ctx), failures }, (bench) => {
    it('gives a place, and notes its cost', async () => {
      const ctx = bench().context();
      const { results, attribution } = await mapbox.forward(search, ctx);
      expect(results[0]).toEqual({
        name: 'Tokyo Tower',
        address: 'Tokyo Tower, Tokyo, Tokyo 105-0011, Japan',
        latitude: 35.6586,
        longitude: 139.7454,
        country: 'Japan',
        countryCode: 'JP',
        currency: 'JPY',
        region: 'Tokyo',
        city: 'Tokyo',
        postcode: '105-0011',
        type: 'address',
      });
      expect(attribution).toContain('Mapbox');
      expect(ctx.metered).toEqual([750]);
      expect(mapbox.ceiling({ routes: 1, places: 2 }, null)).toBe(3500);
      expect(mapbox.ceiling({ places: 1 }, { geocodingUsd: '0' })).toBe(0);
    });

    it('shortens what it would refuse', async () => {
      const long = `Tokyo; ${'station '.repeat(40)}`;
      expect((await mapbox.forward({ ...search, q: long }, bench().context())).results[0]?.name).toContain('Tokyo');
    });

    it('finds the place at a point', async () => {
      const at = { latitude: 31.2, longitude: 121.5, language: 'zh' };
      expect((await mapbox.reverse(at, bench().context())).results).toMatchObject([{ city: '上海', country: '中国' }]);
      const sea = mapbox.reverse({ latitude: 0, longitude: -140, language: 'en' }, bench().context());
      expect((await failureOf(sea)).kind).toBe('empty');
    });
  });
});
