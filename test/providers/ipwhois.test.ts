import { expect, it } from 'vitest';
import ipwhois from '../../src/providers/ipwhois.ts';
import twin from '../../src/sandbox/ipwhois.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: ipwhois,
    twin,
    ask: (ctx) => ipwhois.locate('8.8.8.8', ctx),
    failures: {
      'rate-limit': 'rate',
      quota: 'quota',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'not_found',
      'not-found': 'not_found',
    },
  },
  (bench) => {
    it('locates IPv4 and IPv6', async () => {
      expect(await ipwhois.locate('8.8.8.8', bench().context())).toEqual({
        ip: '8.8.8.8',
        country: 'United States',
        countryCode: 'US',
        region: 'California',
        city: 'Mountain View',
        latitude: 37.386,
        longitude: -122.0838,
        timezone: 'America/Los_Angeles',
        isp: 'Google LLC',
      });
      const six = await ipwhois.locate('2606:4700:4700::1111', bench().context());
      expect(six).toMatchObject({ ip: '2606:4700:4700::1111', isp: 'Cloudflare, Inc.' });
    });

    it.each(['10.0.0.1', 'nonsense'])('does not locate %s', async (ip) => {
      expect((await failureOf(ipwhois.locate(ip, bench().context()))).kind).toBe('not_found');
    });
  },
);
