import { expect, it } from 'vitest';
import openMeteo from '../../src/providers/open-meteo.ts';
import twin from '../../src/sandbox/open-meteo.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { contextFor, failureOf } from '../harness/context.ts';
import { describeProvider } from '../harness/provider-suite.ts';
import { sandboxClock } from '../harness/sandbox-clock.ts';

const tokyo = { latitude: 35.6895, longitude: 139.6917 };

describeProvider(
  {
    provider: openMeteo,
    twin,
    ask: (ctx) => openMeteo.forecast(tokyo, ctx),
    failures: {
      'rate-limit': 'rate',
      quota: 'quota',
      'bad-key': 'auth',
      down: 'overloaded',
      'error-in-200': 'lying',
      empty: 'empty',
    },
  },
  (bench) => {
    it('gives the forecast in our units, with the time in UTC', async () => {
      const weather = await openMeteo.forecast(tokyo, bench().context());
      expect(weather).toMatchObject({ latitude: 35.7, longitude: 139.7, timezone: 'Asia/Tokyo' });
      expect(weather.current.time).toBe('2026-11-21T03:15:00.000Z');
      expect(weather.daily).toHaveLength(7);
      expect(weather.daily[0]?.date).toBe('2026-11-21');
      expect(weather.daily[0]?.minC).toBeLessThan(weather.daily[0]?.maxC ?? Number.NEGATIVE_INFINITY);
    });

    it('takes what the upstream refuses as our mistake', async () => {
      const nowhere = openMeteo.forecast({ latitude: 91, longitude: 0 }, bench().context());
      expect((await failureOf(nowhere)).kind).toBe('bad_request');
    });
  },
);

it('asks the customers’ host when there is a key, unless the operator names a host', async () => {
  const asked: string[] = [];
  const sandbox = await createSandbox({ admit: () => {}, now: sandboxClock });
  const noting = {
    ...sandbox,
    send: (request: Parameters<typeof sandbox.send>[0]) => {
      asked.push(`${request.url.host} ${request.url.searchParams.get('apikey')}`);
      return sandbox.send(request);
    },
  };
  const ask = (apiKey: string | undefined, baseUrl: string) =>
    openMeteo.forecast(
      tokyo,
      contextFor({ transport: noting, settings: { 'open-meteo': { ...(apiKey ? { apiKey } : {}), baseUrl } } }),
    );
  await ask(undefined, openMeteo.baseUrl);
  await ask('k1', openMeteo.baseUrl);
  await ask('k1', 'https://weather.internal');
  expect(asked).toEqual(['api.open-meteo.com null', 'customer-api.open-meteo.com k1', 'weather.internal k1']);
});
