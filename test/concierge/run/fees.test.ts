/** Fees of a concierge call in every combination: answer, receipt and ledger agree. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountPrincipal } from '../../../src/kernel/principal.ts';
import { listHistory } from '../../../src/ledger/accounts/account-answers.ts';
import { engines } from '../../harness/databases.ts';
import { type Answer, type ConciergeWorld, openConciergeWorld, scripted } from './world.ts';

const FEE = 20_000;
const LLM = 2_000;
const TRANSLATE = 9_000;

const good = { tool: 'llm-fast', input: { prompt: 'What is the capital of Japan?' } };
const bad = { tool: 'llm-fast', input: { prompt: 'sandbox:down' } };
const better = { tool: 'smart-translate', input: { text: 'Good morning', targetLang: 'JA' } };
const worse = { tool: 'smart-translate', input: { text: 'sandbox:empty', targetLang: 'JA' } };
const free = { tool: 'exchange-rate', input: { from: 'USD', to: 'JPY', amount: 1 } };

const steps = { good: [good, better], 'one fails': [good, worse], 'all fail': [bad, worse], free: [free] } as const;
const tools = { good: LLM + TRANSLATE, 'one fails': LLM, 'all fail': 0, free: 0 } as const;
type Outcome = keyof typeof steps;

/** Each message has a template of its own, so that nothing but what is meant is in the cache. */
const router = (confidence = 0.9) => {
  const routes = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((letter) =>
      Object.entries(steps).map(([outcome, list]) => [`${outcome} ${letter}`, list]),
    ),
  );
  return scripted(routes, confidence);
};

interface Receipt {
  amount: number;
  parts?: { amount: number; state: string }[];
}

describe.each(engines)('the fees of the concierge on %s', (engine) => {
  let world: ConciergeWorld;
  beforeAll(async () => {
    world = await openConciergeWorld(engine, { router: router() });
  });
  // Fails when the books do not hold.
  afterAll(() => world.stop());

  async function check(principal: AccountPrincipal, before: number, answer: Answer, micros: number): Promise<void> {
    const usd = micros / 1e6;
    expect(await world.balanceOf(principal)).toBe(before - micros);
    const { entries } = await listHistory(world.ledger.database, principal, { limit: 100 });
    expect(entries[0]?.balanceAfterMicros).toBe(before - micros);
    if (answer.status !== 200) {
      expect(micros).toBe(0);
      return;
    }
    expect(answer.totalCost).toBe(usd);
    const receipt = answer.receipt as Receipt | undefined;
    expect(receipt?.amount ?? 0).toBe(usd);
    const parts = receipt?.parts?.reduce((sum, part) => sum + Math.round(part.amount * 1e6), 0);
    expect(parts ?? Math.round((receipt?.amount ?? 0) * 1e6)).toBe(micros);
  }

  const bodies = {
    fresh: (outcome: Outcome) => ({ message: `${outcome} a` }),
    structured: (outcome: Outcome) => ({ tools: steps[outcome] }),
  };

  it.each(
    (['fresh', 'structured'] as const).flatMap((how) =>
      (Object.keys(steps) as Outcome[]).map((outcome) => [how, outcome] as const),
    ),
  )('%s, %s', async (how, outcome) => {
    const principal = await world.payer(200_000);
    const answer = await world.smart(bodies[how](outcome), principal);
    const fee = how === 'fresh' && outcome !== 'all fail' ? FEE : 0;
    expect(answer.status).toBe(outcome === 'all fail' ? 502 : 200);
    if (outcome !== 'all fail') expect(answer.routingFee).toBe(fee / 1e6);
    if (outcome === 'one fails') {
      expect(answer.results).toMatchObject([
        { tool: 'llm-fast', ok: true, price: 0.002 },
        { tool: 'smart-translate', ok: false, price: 0, error: { code: 'NO_RESULT' } },
      ]);
      expect(answer.diagnosis).toMatchObject({ source: 'rules' });
    }
    await check(principal, 200_000, answer, fee + tools[outcome]);
  });

  it('is free of the fee the second time, also with another value in the message, and when one tool fails then', async () => {
    const principal = await world.payer(200_000);
    const first = await world.smart({ message: 'good b' }, principal);
    expect(first).toMatchObject({ status: 200, routingFee: 0.02, route: { source: 'rules' } });
    const again = await world.smart({ message: 'good b' }, principal);
    expect(again).toMatchObject({ status: 200, routingFee: 0, route: { source: 'cache' }, totalCost: 0.011 });
    await check(principal, 200_000 - FEE - tools.good, again, tools.good);
    // Another account finds it too, another mode does not.
    const other = await world.payer(100_000);
    expect(await world.smart({ message: 'good b' }, other)).toMatchObject({ routingFee: 0 });
    expect(world.concierge.stats('live')).toEqual({ cacheSize: 0, cacheHits: 0 });
  });

  it('does not remember a route that has failed, wholly or in part', async () => {
    const principal = await world.payer(200_000);
    for (const message of ['all fail c', 'all fail c', 'one fails c', 'one fails c'])
      await world.smart({ message }, principal);
    expect(await world.balanceOf(principal)).toBe(200_000 - 2 * (FEE + LLM));
  });

  it('has no fee for a preset', async () => {
    const principal = await world.payer(100_000);
    const answer = await world.smart({ preset: 'translator-pro', message: 'good d' }, principal);
    expect(answer).toMatchObject({ status: 200, routingFee: 0, route: { mode: 'preset', source: 'rules' } });
    await check(principal, 100_000, answer, tools.good);
  });

  it('runs what the balance covers, and says what the rest needs', async () => {
    const principal = await world.payer(FEE + LLM + 100);
    const answer = await world.smart({ message: 'good e' }, principal);
    expect(answer).toMatchObject({
      status: 200,
      toolsUsed: ['llm-fast'],
      results: [
        { ok: true },
        {
          ok: false,
          price: 0,
          error: { code: 'INSUFFICIENT_BALANCE', required: 0.009, deposit: { paymentLinks: [{}] } },
        },
      ],
    });
    await check(principal, FEE + LLM + 100, answer, FEE + LLM);
    // Nothing of it can be paid: nothing is.
    const poor = await world.payer(FEE + 100);
    const refused = await world.smart({ message: 'good f' }, poor);
    // All of it, with the fee, which has come back: as the estimate says.
    expect(refused).toMatchObject({ status: 402, balance: 0.0201, required: 0.031, deposit: { paymentLinks: [{}] } });
    await check(poor, FEE + 100, refused, 0);
    const poorer = await world.payer(100);
    expect(await world.smart({ message: 'good f' }, poorer)).toMatchObject({ status: 402, required: 0.031 });
    expect(await world.smart({ tools: steps.good }, poorer)).toMatchObject({ status: 402, required: 0.011 });
    for (const input of [{ message: 'good f' }, { tools: steps.good }]) {
      const estimate = await world.call('smart-estimate', input, poorer);
      expect(await world.smart(input, poorer)).toMatchObject({ required: estimate.totalCost });
    }
    expect(await world.smart({ message: 'free f' }, poorer)).toMatchObject({ status: 402 });
    expect(await world.smart({ tools: [free] }, poorer)).toMatchObject({ status: 200, totalCost: 0 });
  });

  it('charges nothing above the maximum price, whoever says it', async () => {
    const principal = await world.payer(100_000);
    const total = (FEE + tools.good) / 1e6;
    for (const [input, options] of [
      [{ message: 'good g', maxPrice: total - 0.001 }, {}],
      [{ message: 'good g' }, { maxPriceMicros: FEE + tools.good - 1 }],
      [{ tools: steps.good, maxPrice: 0.01 }, {}],
    ] as const) {
      const answer = await world.smart(input, principal, options);
      expect(answer).toMatchObject({ status: 409, error: { code: 'PRICE_ABOVE_MAX' } });
    }
    expect(await world.balanceOf(principal)).toBe(100_000);
    const paid = await world.smart({ message: 'good g', maxPrice: total }, principal);
    await check(principal, 100_000, paid, FEE + tools.good);
  });

  it('charges a repeat with the same idempotency key once, and runs a failed one anew', async () => {
    const principal = await world.payer(200_000);
    const options = { idempotencyKey: 'k1' };
    const [one, two] = await Promise.all([0, 1].map(() => world.smart({ message: 'good h' }, principal, options)));
    const three = await world.smart({ message: 'good h' }, principal, options);
    expect(three).toMatchObject({ replayed: true, totalCost: one?.totalCost, receipt: one?.receipt });
    expect(two?.receipt).toEqual(one?.receipt);
    if (one) await check(principal, 200_000, one, FEE + tools.good);
    const failing = { idempotencyKey: 'k2' };
    expect(await world.smart({ message: 'all fail h' }, principal, failing)).toMatchObject({ status: 502 });
    expect(await world.smart({ message: 'all fail h' }, principal, failing)).toMatchObject({ status: 502 });
    const conflict = await world.smart({ message: 'free h' }, principal, options);
    expect(conflict).toMatchObject({ status: 409, error: { code: 'IDEMPOTENCY_CONFLICT' } });
    expect(await world.balanceOf(principal)).toBe(200_000 - FEE - tools.good);
  });

  it('estimates every mode without a charge, and never fills the cache', async () => {
    const principal = await world.payer(25_000);
    const size = world.concierge.stats('test').cacheSize;
    const estimate = (input: Record<string, unknown>) => world.call('smart-estimate', input, principal);
    expect(await estimate({ message: 'good a', maxPrice: 0.03 })).toMatchObject({
      status: 200,
      routingFee: 0,
      toolsCost: 0.011,
      balance: 0.025,
      sufficient: true,
      withinMaxPrice: true,
      route: {
        mode: 'natural-language',
        source: 'cache',
        steps: [{ tool: 'llm-fast', price: 0.002 }, { price: 0.009 }],
      },
    });
    for (let i = 0; i < 2; i++) {
      const fresh = await estimate({ message: 'one fails d' });
      expect(fresh).toMatchObject({
        routingFee: 0.02,
        totalCost: 0.031,
        sufficient: false,
        route: { source: 'rules' },
      });
    }
    expect(await estimate({ tools: steps.good })).toMatchObject({ routingFee: 0, totalCost: 0.011, sufficient: true });
    expect(await estimate({ preset: 'translator-pro', message: 'good a' })).toMatchObject({ routingFee: 0 });
    expect(world.concierge.stats('test').cacheSize).toBe(size);
    expect(await world.balanceOf(principal)).toBe(25_000);
  });
});
