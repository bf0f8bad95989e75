import { expect, it } from 'vitest';
import ipapiCo from '../../src/providers/ipapi-co.ts';
import twin from '../../src/sandbox/ipapi-co.ts';
import { failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';

describeProvider(
  {
    provider: ipapiCo,
    twin,
    ask: (ctx) => ipapiCo.locate('8.8.8.8', ctx),
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
    it('locates an address, with the name of its country and its code apart', async () => {
      const found = await ipapiCo.locate('8.8.8.8', bench().context());
      expect(found).toMatchObject({ country: 'United States', countryCode: 'US', isp: 'GOOGLE' });
    });

    it('does not locate a reserved address', async () => {
      expect((await failureOf(ipapiCo.locate('10.0.0.1', bench().context()))).kind).toBe('not_found');
    });
  },
);
