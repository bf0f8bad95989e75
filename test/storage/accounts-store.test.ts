import Database from 'better-sqlite3';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { loadWrites } from '../../src/database/definitions.ts';
import { migrateSqlite } from '../../src/database/migrate.ts';
import { createTx } from '../../src/database/tx.ts';
import type { Tables, View } from '../../src/database/types.ts';
import * as store from '../../src/ledger/accounts/account-queries.ts';
import { createAccount } from '../../src/ledger/accounts/accounts-writes.ts';
import { listCalls } from '../../src/ledger/accounts/call-log-reads.ts';
import type { CallLogInput } from '../../src/ledger/accounts/call-log-types.ts';
import { readUsage } from '../../src/ledger/accounts/usage-reads.ts';
import { purgeAnswers, purgeClaims } from '../../src/ledger/calls/purge-writes.ts';
import { noteRefusals, purgeRefusals } from '../../src/ledger/calls/refusals-writes.ts';
import { reserveCheckout } from '../../src/ledger/payments/checkouts-writes.ts';

const raw = new Database(':memory:');
await migrateSqlite(raw);
const seen: CompiledQuery[] = [];
const db = new Kysely<Tables>({
  dialect: new SqliteDialect({ database: raw }),
  log: ({ query }) => {
    seen.push(query);
  },
});
afterAll(() => db.destroy());

/** The plans of the statements that `run` sends. */
async function plansOf(run: () => Promise<unknown>): Promise<string[]> {
  seen.length = 0;
  await run();
  expect(seen.length).toBeGreaterThan(0);
  return seen.flatMap(({ sql, parameters }) =>
    raw
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
}

const whole = { accountId: 'agt_1', lineage: null };
const days = ['2026-11-15', '2026-11-16'];
const oneKey = { accountId: 'agt_1', lineage: 'key_1' };

const view: View = { db, engine: 'sqlite', nowMs: 10, day: '1970-01-01' };
const tx = createTx({ db, engine: 'sqlite', nowMs: 10 }, await loadWrites());
const log: CallLogInput = {
  accountId: 'agt_1',
  lineage: null,
  tool: null,
  outcome: null,
  fromMs: 0,
  toMs: 100,
  before: null,
  limit: 20,
};
const refusal = {
  account_id: 'agt_1',
  id: 'call_1',
  lineage: 'key_1',
  tool: 'llm-fast',
  price: 2_000,
  code: 'CAP_REACHED',
  cap: 'perCall',
} as const;

const play = { agentId: 'agt_play', name: 'Play', mode: 'test', welcomeMicros: 0, welcomeMicrosPerDay: 0 } as const;
await createAccount.run(tx, { ...play, rootKey: { id: 'key_play', hash: 'h', last4: 'abcd' } });

const queries: Record<string, () => Promise<unknown>> = {
  account: () => store.findAccountById(db, 'agt_1'),
  key: () => store.findKeyById(db, 'key_1'),
  history: () => store.listTransfers(db, whole, 10, 20),
  'history of a key': () => store.listTransfers(db, oneKey, 10, 20),
  'usage by day': () => store.listUsageByDay(db, whole, days),
  'usage by day of a key': () => store.listUsageByDay(db, oneKey, days),
  'usage by tool': () => store.listUsageByTool(db, whole, days, 10),
  'usage by tool of a key': () => store.listUsageByTool(db, oneKey, days, 10),
  'totals of an account': () => store.readTotals(db, whole),
  'totals of a key': () => store.readTotals(db, oneKey),
  'paid calls that run': () => store.listPaidOpenCalls(db, oneKey),
  'paid calls that run, of several': () => store.countPaidOpenCalls(db, ['agt_1', 'agt_2']),
  'spending of a root key': () => store.readRootSpending(db, { ...oneKey, day: '2026-11-15' }),
  rewards: () => store.sumRewards(db, 'agt_1'),
  'sub-keys': () => store.listSubKeys(db, 'agt_1', 10),
  'usage by key': () => store.listUsageByKey(db, whole, days, 10),
  'names of keys': () => store.findKeyNames(db, ['key_1', 'key_2']),
  'a report': () => readUsage.run(view, { scope: whole, days, by: 'key' }),
  'the log of calls': () => listCalls.run(view, log),
  'the log of calls of one tool and key': () => listCalls.run(view, { ...log, tool: 'llm-fast', lineage: 'key_1' }),
  'the next page of the log': () => listCalls.run(view, { ...log, before: { at: 5, id: 'call_1', transfer: 7 } }),
  'refused calls': () => listCalls.run(view, { ...log, outcome: 'refused' }),
  'a note of refused calls': () => noteRefusals.run(tx, { refusals: [refusal] }),
  'a checkout of a test account': () =>
    reserveCheckout.run(tx, { accountId: 'agt_play', amountMicros: 5_000_000, checkoutId: 'chk_1' }),
  'the end of old notes': () => purgeRefusals.run(tx),
  'the end of old answers': () => purgeAnswers.run(tx),
  'the end of old claims': () => purgeClaims.run(tx),
  call: () => store.findCallById(db, 'call_1'),
};

/** What a query has gathered itself (a walk, counts) is small; a table is not. */
const SCANNED = /^SCAN (?!w$|walk$|counts$)/;

it.each(Object.entries(queries))('%s is read along an index, never by a scan', async (_name, run) => {
  for (const plan of await plansOf(run)) expect(plan).not.toMatch(SCANNED);
});

it('the log of calls needs no sorting either', async () => {
  for (const filters of [
    {},
    { tool: 'llm-fast', outcome: 'settled' } as const,
    { before: { at: 5, id: 'call_1', transfer: 7 } },
  ]) {
    const plans = await plansOf(() => listCalls.run(view, { ...log, ...filters }));
    expect(plans.join(' ')).not.toContain('TEMP B-TREE');
  }
});

it('history needs no sorting: a page costs the same however long it is', async () => {
  for (const scope of [whole, oneKey]) {
    const plans = await plansOf(() => store.listTransfers(db, scope, 10, 20));
    expect(plans.join(' ')).not.toContain('TEMP B-TREE');
  }
});
