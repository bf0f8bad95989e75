/** The makers' own clients of data services against our twins: what an adapter and its twin might both get wrong. */
import { AuthenticationError, Coingecko, RateLimitError } from '@coingecko/coingecko-typescript';
import { geocode } from 'opencage-api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import coingeckoTwin from '../../src/sandbox/coingecko.ts';
import opencageTwin from '../../src/sandbox/opencage.ts';
import { serveTwin, type WireServer } from '../../src/sandbox/shared/wire.ts';

let coins: WireServer;
let places: WireServer;
beforeAll(async () => {
  [coins, places] = await Promise.all([serveTwin(coingeckoTwin), serveTwin(opencageTwin)]);
});
afterAll(() => Promise.all([coins.close(), places.close()]));

describe('the client of CoinGecko', () => {
  const client = (): Coingecko => new Coingecko({ demoAPIKey: 'k', baseURL: `${coins.url}/api/v3`, maxRetries: 0 });

  it('reads prices', async () => {
    const asked = { ids: 'bitcoin,nonsense-coin', vs_currencies: 'usd', include_24hr_change: true };
    const prices = await client().simple.price.get(asked);
    expect(prices.bitcoin).toEqual({ usd: 76_975, usd_24h_change: -1.4093297098441402 });
    expect(Object.keys(prices)).toEqual(['bitcoin']);
  });

  it.each([
    ['bad-key', AuthenticationError],
    ['rate-limit', RateLimitError],
  ])('understands %s', async (magic, kind) => {
    const asked = client().simple.price.get({ ids: `sandbox:${magic}`, vs_currencies: 'usd' });
    await expect(asked).rejects.toBeInstanceOf(kind);
  });
});

describe('the client of OpenCage', () => {
  const ask = (q: string) => geocode({ key: 'k', q, proxyURL: `${places.url}/geocode/v1/json` });

  it('reads places both ways', async () => {
    const { results, status } = await ask('Tokyo Tower');
    expect(status).toEqual({ code: 200, message: 'OK' });
    expect(results[0]).toMatchObject({
      confidence: 9,
      geometry: { lat: 35.6586, lng: 139.7454 },
      components: { country_code: 'jp' },
      annotations: { timezone: { name: 'Asia/Tokyo' }, currency: { iso_code: 'JPY' } },
    });
    expect((await ask('48.86,2.33')).results[0]?.components.country).toBe('France');
  });

  it.each([
    ['bad-key', 401],
    ['quota', 402],
    ['rate-limit', 429],
  ])('understands %s', async (magic, code) => {
    await expect(ask(`sandbox:${magic}`)).rejects.toMatchObject({ status: { code } });
  });
});
