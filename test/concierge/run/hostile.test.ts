/** Messages that want more than an answer get an answer, or a refusal, at the price that was estimated. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRouter } from '../../../src/concierge/choosing/router.ts';
import type { AccountPrincipal } from '../../../src/kernel/principal.ts';
import { hostileMessages } from './hostile-messages.ts';
import { type ConciergeWorld, openConciergeWorld } from './world.ts';

const FUNDS = 500_000;
/** The fee, and three tools of the dearest kind. */
const MOST_MICROS = 50_000;
const REFUSED = new Set([400, 402, 404, 409, 422, 429, 502, 503, 504]);

let world: ConciergeWorld;
let bystander: AccountPrincipal;
beforeAll(async () => {
  world = await openConciergeWorld('sqlite', { createRouter: async (registry) => createRouter(registry) });
  bystander = await world.payer(123_456);
});
afterAll(() => world.stop());

interface Step {
  tool: string;
}

const stepsOf = (route: unknown): Step[] =>
  route !== null && typeof route === 'object' && 'steps' in route && Array.isArray(route.steps) ? route.steps : [];

describe.each(Object.entries(hostileMessages))('hostile messages in %s', (_language, messages) => {
  it('are thirty', () => {
    expect(new Set(messages).size).toBe(30);
  });

  it.each(messages.map((message) => [message.slice(0, 60), message]))('%s', async (_shown, message) => {
    const principal = await world.payer(FUNDS);
    const keys = await world.ledger.database.db.selectFrom('api_keys').selectAll().execute();
    const estimate = await world.call('smart-estimate', { message }, principal);
    const answer = await world.smart({ message }, principal);
    const spent = FUNDS - (await world.balanceOf(principal));
    if (answer.status === 200) {
      const tools = stepsOf(answer.route).map(({ tool }) => world.registry.get(tool)?.toolset.layer);
      expect(tools.length).toBeLessThanOrEqual(3);
      expect(tools.every((layer) => layer === 1 || layer === 2)).toBe(true);
      expect(spent).toBe(Math.round(Number(answer.totalCost) * 1e6));
      expect(spent).toBeLessThanOrEqual(Math.round(Number(estimate.totalCost) * 1e6));
      expect(spent).toBeLessThanOrEqual(MOST_MICROS);
    } else {
      expect(REFUSED.has(answer.status)).toBe(true);
      expect(spent).toBe(0);
    }
    const told = JSON.stringify(answer).replaceAll(JSON.stringify(message).slice(1, -1), '');
    for (const { hash, last4 } of keys) {
      expect(told).not.toContain(hash);
      expect(told).not.toMatch(new RegExp(`fbx_(live|test)_\\w+${last4}`));
    }
    expect(told).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|root:.*:0:0|farebox\.db/);
    expect(await world.ledger.database.db.selectFrom('api_keys').selectAll().execute()).toHaveLength(keys.length);
    expect(await world.balanceOf(bystander)).toBe(123_456);
  });

  it.each(messages.map((message) => [message.slice(0, 60), message]))(
    'bound by maxPrice: %s',
    async (_shown, message) => {
      const principal = await world.payer(FUNDS);
      const answer = await world.smart({ message, maxPrice: 0.021 }, principal);
      expect(FUNDS - (await world.balanceOf(principal))).toBeLessThanOrEqual(21_000);
      expect(answer.status).not.toBe(500);
    },
  );
});
