/** Random sequences of writes against a model that fits on a page; afterwards the books must prove themselves. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenOutcome } from '../../src/kernel/ports.ts';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { readTotals } from '../../src/ledger/accounts/account-queries.ts';
import * as deposits from '../../src/ledger/accounts/deposits-writes.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { account, balanceOf, deposit, engines, freshBooks, open, refund, settle, subKey } from './books.ts';

const CAP = 9_000;
const WELCOME = 4_000;
const REFUNDS_PER_HOUR = 3;

type Step =
  | { do: 'deposit'; amount: number }
  | { do: 'open'; sub: boolean; price: number; claim: number; needsDeposit: boolean }
  | { do: 'close'; which: number; settled: boolean };

interface ModelCall {
  price: number;
  sub: boolean;
  claim: number;
  state: 'open' | 'settled' | 'refunded';
}

class Model {
  balance = WELCOME;
  deposited = 0;
  subSpent = 0;
  refunds = 0;
  settled = 0;
  readonly calls: ModelCall[] = [];

  /** What an open must answer. Claim 0 is none. */
  open({ sub, price, claim, needsDeposit }: Extract<Step, { do: 'open' }>): string {
    const same = (call: ModelCall): boolean => claim > 0 && call.sub === sub && call.claim === claim;
    const seen = this.calls.find((call) => same(call) && call.state !== 'refunded');
    if (seen) return seen.state === 'open' ? 'running' : 'finished';
    if (sub && price > 0 && this.subSpent + price > CAP) return 'cap';
    const open = this.calls.filter((call) => call.state === 'open' && call.price > 0).length;
    const isFull = this.refunds >= REFUNDS_PER_HOUR || this.refunds + open >= REFUNDS_PER_HOUR + this.settled;
    if (price > 0 && isFull) return 'refund-limit';
    const spendable = needsDeposit ? Math.min(this.balance, this.deposited) : this.balance;
    if (price > spendable) return 'balance';
    this.balance -= price;
    if (sub) this.subSpent += price;
    this.calls.push({ price, sub, claim, state: 'open' });
    return 'opened';
  }

  close(call: ModelCall, settled: boolean): string {
    if (call.state !== 'open') return 'lost';
    call.state = settled ? 'settled' : 'refunded';
    if (call.price === 0) return 'closed';
    if (settled) this.settled++;
    else {
      this.refunds++;
      this.balance += call.price;
      if (call.sub) this.subSpent -= call.price;
    }
    return 'closed';
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 5_000 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      sub: fc.boolean(),
      price: fc.constantFrom(0, 500, 1_000, 2_500),
      claim: fc.integer({ min: 0, max: 3 }),
      needsDeposit: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('close' as const), which: fc.nat(), settled: fc.boolean() }),
  },
);

const heard = (outcome: OpenOutcome): string => (outcome.state === 'refused' ? outcome.refused : outcome.state);

/** Runs the steps of a group at once; the ledger must answer as the model does one after another. */
async function playGroup(
  ledger: Ledger,
  keys: Record<'root' | 'sub', AccountPrincipal>,
  group: readonly Step[],
  model: Model,
  ids: Map<ModelCall, string>,
): Promise<void> {
  const known = [...model.calls];
  const answers: Promise<[ledger: string, model: string]>[] = [];
  for (const one of group) {
    if (one.do === 'deposit') {
      // Deposits take another road than calls: their order against them is not promised, so each stands alone.
      await Promise.all(answers);
      await deposit(ledger, keys.root.accountId, one.amount);
      model.balance += one.amount;
      model.deposited += one.amount;
    } else if (one.do === 'open') {
      const expected = model.open(one);
      const call = expected === 'opened' ? model.calls.at(-1) : undefined;
      const options = { priceMicros: one.price, needsDeposit: one.needsDeposit };
      const key = one.claim > 0 ? { key: `claim ${one.claim}` } : {};
      const opening = open(ledger, one.sub ? keys.sub : keys.root, { ...options, ...key });
      answers.push(
        opening.then((outcome) => {
          if (call) ids.set(call, outcome.id);
          return [heard(outcome), expected];
        }),
      );
    } else if (known.length > 0) {
      const call = known[one.which % known.length];
      const id = call && ids.get(call);
      if (!call || id === undefined) continue;
      const expected = model.close(call, one.settled);
      const closing = one.settled ? settle(ledger, id) : refund(ledger, id);
      answers.push(closing.then(({ state }) => [state, expected]));
    }
  }
  for (const [got, expected] of await Promise.all(answers)) expect(got).toBe(expected);
}

describe.each(engines)('random writes on %s', (engine) => {
  it('answer as the model does, and leave books that hold', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start({ limits: { refundsPerHour: REFUNDS_PER_HOUR, batchMax: 7 } });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { maxLength: 12 }), async (groups) => {
        const root = await account(ledger, 0);
        const welcome = { accountId: root.accountId, mode: 'live', amountMicros: WELCOME, source: 'welcome' } as const;
        await ledger.database.write(deposits.deposit, { ...welcome, externalId: `welcome:${root.accountId}` });
        const keys = { root, sub: await subKey(ledger, root, { totalMicros: CAP }) };
        const model = new Model();
        const ids = new Map<ModelCall, string>();
        for (const group of groups) await playGroup(ledger, keys, group, model, ids);
        expect(await balanceOf(ledger, root)).toBe(model.balance);
        const [sub] = await ledger.database.db
          .selectFrom('api_keys')
          .selectAll()
          .where('id', '=', keys.sub.keyId)
          .execute();
        expect(sub?.spent_total).toBe(model.subSpent);
        const [row] = await ledger.database.db
          .selectFrom('accounts')
          .selectAll()
          .where('id', '=', root.accountId)
          .execute();
        expect((await readTotals(ledger.database.db, { accountId: root.accountId, lineage: null })).settled).toBe(
          model.settled,
        );
        expect(row?.charges_count).toBe(model.calls.filter(({ price }) => price > 0).length);
      }),
      { numRuns: 40 },
    );
    expect(await books.verify()).toMatchObject({ ok: true });
  });
});
