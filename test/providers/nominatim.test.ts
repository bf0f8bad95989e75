import { expect, it } from 'vitest';
import nominatim from '../../src/providers/nominatim.ts';
import twin from '../../src/sandbox/nominatim.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { q: 'Osaka', language: 'en', limit: 5 };

describeProvider(
  {
    provider: nominatim,
    twin,
    ask: (ctx) => nominatim.forward(search, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      quota: 'auth',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('reads coordinates that come as text, best match first, in the language asked for', async () => {
      const { results } = await nominatim.forward(search, bench().context());
      expect(results[0]).toEqual({
        name: 'Osaka',
        address: 'Osaka, Osaka Prefecture, 530-0001, Japan',
        latitude: 34.6937,
        longitude: 135.5014,
        country: 'Japan',
        countryCode: 'JP',
        currency: 'JPY',
        region: 'Osaka Prefecture',
        city: 'Osaka',
        postcode: '530-0001',
        type: 'city',
      });
      const inJapanese = await nominatim.forward({ ...search, language: 'ja' }, bench().context());
      expect(inJapanese.results[0]).toMatchObject({ name: '大阪', country: '日本' });
    });

    it('finds the place at a point, and none on the sea', async () => {
      const paris = await nominatim.reverse({ latitude: 48.86, longitude: 2.33, language: 'en' }, bench().context());
      expect(paris.results).toMatchObject([{ city: 'Paris', countryCode: 'FR' }]);
      const sea = nominatim.reverse({ latitude: 0, longitude: -140, language: 'en' }, bench().context());
      expect((await failureOf(sea)).kind).toBe('empty');
    });
  },
);
