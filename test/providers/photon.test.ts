import { expect, it } from 'vitest';
import photon from '../../src/providers/photon.ts';
import twin from '../../src/sandbox/photon.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

const search = { q: 'Osaka', language: 'en', limit: 5 };
const withLanguages = { settings: { photon: { languages: 'en,de,fr' } } };

describeProvider(
  {
    provider: photon,
    twin,
    ask: (ctx) => photon.forward(search, ctx),
    failures: {
      'rate-limit': 'rate',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'malformed',
      empty: 'empty',
      'not-found': 'empty',
    },
  },
  (bench) => {
    it('reads coordinates as longitude, latitude', async () => {
      const { results } = await photon.forward(search, bench().context(withLanguages));
      expect(results[0]).toMatchObject({ name: 'Osaka', latitude: 34.6937, longitude: 135.5014, countryCode: 'JP' });
      expect(results[0]?.city).toBe('Osaka');
    });

    it('leaves out a language that the data lacks: names come in the local one', async () => {
      const { results } = await photon.forward({ ...search, language: 'ja' }, bench().context(withLanguages));
      expect(results[0]).toMatchObject({ name: '大阪', country: '日本' });
    });

    it('says a language that the operator’s data has', async () => {
      const settings = { photon: { languages: 'en, ja' } };
      const asked = photon.forward({ ...search, language: 'ja' }, bench().context({ settings }));
      expect((await failureOf(asked)).kind).toBe('bad_request');
    });

    it('finds the place at a point, and none on the sea', async () => {
      const at = (latitude: number, longitude: number) =>
        photon.reverse({ latitude, longitude, language: 'en' }, bench().context(withLanguages));
      expect((await at(48.86, 2.33)).results).toMatchObject([{ name: 'Paris', country: 'France' }]);
      expect((await failureOf(at(0, -140))).kind).toBe('empty');
    });
  },
);
