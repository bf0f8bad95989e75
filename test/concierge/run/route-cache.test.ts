/** Routes that are kept: bounded, apart by mode, shared where there is a store, never believed when they are broken. */
import { describe, expect, it } from 'vitest';
import { RouteCache } from '../../../src/concierge/run/route-cache.ts';
import type { Route } from '../../../src/concierge/types.ts';
import { openRedisAnswers } from '../../../src/storage/redis-answers.ts';
import { redisServer } from '../../harness/databases.ts';
import { openConciergeWorld, scripted } from './world.ts';

const redis = await redisServer();

const routeOf = (template: string): Route => ({
  steps: [{ tool: 'weather', input: { latitude: 1, longitude: 2 } }],
  confidence: 0.9,
  language: 'en',
  matched: [{ tool: 'weather', terms: ['weather'] }],
  alternatives: [],
  template,
  entities: [],
});

const keyOf = (template: string): string => RouteCache.key('live', [template, 'en', '']);

describe('the cache of routes', () => {
  it('holds a bounded number of routes, and those asked for last', async () => {
    const cache = new RouteCache();
    for (let i = 0; i < 12_000; i++) cache.set('live', keyOf(`m${i}`), routeOf(`m${i}`));
    expect(cache.stats('live').cacheSize).toBeLessThanOrEqual(5_000);
    expect(await cache.get('live', keyOf('m0'), false)).toBeUndefined();
    expect(await cache.get('live', keyOf('m11999'), false)).toEqual(routeOf('m11999'));
    const large = { ...routeOf('large'), matched: [{ tool: 'weather', terms: ['x'.repeat(20_000)] }] };
    cache.set('live', keyOf('large'), large);
    expect(await cache.get('live', keyOf('large'), false)).toBeUndefined();
  });

  it('keeps live and test apart, languages and categories too', async () => {
    const cache = new RouteCache();
    cache.set('live', keyOf('m'), routeOf('m'));
    expect(await cache.get('test', keyOf('m'), false)).toBeUndefined();
    const keys = [
      ['m', 'en', ''],
      ['m', 'ja', ''],
      ['m', 'en', 'weather'],
    ].map((parts) => RouteCache.key('live', parts));
    expect(new Set([...keys, RouteCache.key('test', ['m', 'en', ''])]).size).toBe(4);
    expect(keys.join()).not.toContain('weather');
  });

  it('does not stay longer for an estimate', async () => {
    const cache = new RouteCache();
    cache.set('live', keyOf('old'), routeOf('old'));
    for (let i = 0; i < 4_999; i++) cache.set('live', keyOf(`m${i}`), routeOf(`m${i}`));
    expect(await cache.get('live', keyOf('old'), true)).toEqual(routeOf('old'));
    cache.set('live', keyOf('next'), routeOf('next'));
    expect(await cache.get('live', keyOf('old'), true)).toBeUndefined();
  });

  it.each(['', '{', '[]', '{"steps":[]}', JSON.stringify({ ...routeOf('m'), steps: [{ tool: 5 }] })])(
    'does not believe a shared store that says %j',
    async (text) => {
      const cache = new RouteCache({ get: async () => text, set: () => {} });
      expect(await cache.get('live', keyOf('m'), false)).toBeUndefined();
    },
  );

  it.skipIf(redis === null)(
    'is shared through Redis: what one instance has found is free of the fee at another',
    async () => {
      const prefix = `farebox:test:${Date.now()}:${Math.random()}:`;
      const open = () => openRedisAnswers(redis ?? '', { debug() {}, info() {}, warn() {}, error() {} }, prefix);
      const [first, second] = await Promise.all([open(), open()]);
      const step = { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 1 } };
      const router = scripted({ 'rate #': [step] });
      const [one, two] = await Promise.all(
        [first, second].map((shared) => openConciergeWorld('sqlite', { router, shared })),
      );
      if (!one || !two) throw new Error('Two worlds');
      const fresh = await one.smart({ message: 'rate 5' }, await one.payer(50_000));
      expect(fresh).toMatchObject({ routingFee: 0.02, route: { source: 'rules' } });
      const cached = await two.smart({ message: 'rate 7' }, await two.payer(50_000));
      expect(cached).toMatchObject({ routingFee: 0, route: { source: 'cache' }, results: [{ output: { amount: 7 } }] });
      first.close();
      second.close();
      // Without its store each keeps what it has found itself.
      expect(await one.smart({ message: 'rate 9' }, await one.payer(50_000))).toMatchObject({ routingFee: 0 });
      await Promise.all([one.stop(), two.stop()]);
    },
  );
});
