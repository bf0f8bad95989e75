import { expect, it } from 'vitest';
import opencage from '../../src/providers/opencage.ts';
import twin from '../../src/sandbox/opencage.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { q: 'Tokyo Tower', language: 'en', limit: 5 };

describeProvider(
  {
    provider: opencage,
    twin,
    ask: (ctx) => opencage.forward(search, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'quota',
      retired: 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('gives a place with its annotations', async () => {
      const ctx = bench().context();
      const { results, attribution } = await opencage.forward(search, ctx);
      expect(results[0]).toEqual({
        name: 'Tokyo Tower',
        address: 'Tokyo Tower, 105-0011 Tokyo, Japan',
        latitude: 35.6586,
        longitude: 139.7454,
        country: 'Japan',
        countryCode: 'JP',
        region: 'Tokyo',
        city: 'Tokyo',
        postcode: '105-0011',
        type: 'attraction',
        confidence: 9,
        timezone: 'Asia/Tokyo',
        currency: 'JPY',
      });
      expect(attribution).toContain('opencagedata.com');
      expect(ctx.metered).toEqual([200]);
      expect(opencage.ceiling(null)).toBe(200);
      expect(opencage.ceiling({ requestUsd: '0' })).toBe(0);
    });

    it('finds the place at a point, in a language', async () => {
      const at = { latitude: 39.9, longitude: 116.4, language: 'zh' };
      expect((await opencage.reverse(at, bench().context())).results).toMatchObject([
        { city: '北京', country: '中国', timezone: 'Asia/Shanghai', currency: 'CNY' },
      ]);
      const sea = opencage.reverse({ latitude: 0, longitude: -140, language: 'en' }, bench().context());
      expect((await failureOf(sea)).kind).toBe('empty');
    });

    it('has no result for a text that is refused as no query', async () => {
      const nothing = opencage.forward({ ...search, q: 'x' }, bench().context());
      expect((await failureOf(nothing)).kind).toBe('empty');
    });
  },
);
