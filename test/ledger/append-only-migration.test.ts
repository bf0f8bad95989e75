/** Books of the time when transfers and calls were found by indexes, taken over as they stood. */
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { loadMigrations } from '../../src/database/definitions.ts';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import { listHistory, readReceipt, readReport, readSummary } from '../../src/ledger/accounts/account-answers.ts';
import { readCallLog } from '../../src/ledger/accounts/call-log.ts';
import { engines } from '../harness/databases.ts';
import { withClient } from '../harness/postgres.ts';
import { freshBooks } from './books.ts';

/** The last one whose database held such books. */
const EARLIER = 52;

const AT = Date.now() - 60_000;
const DAY = new Date(AT).toISOString().slice(0, 10);

type Value = string | number | null;
const insert = (table: string, ...rows: Record<string, Value>[]): string[] =>
  rows.map((row) => {
    const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
    return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`;
  });

const account = { id: 'agt_1', mode: 'live', name: 'Old', balance: 94_000, deposited: 100_000, created_at: AT };
const key = { account_id: 'agt_1', last4: '0000', cap_per_day: 9_000, created_at: AT };
const spent = { spent_total: 2_000, spent_day: DAY, spent_on_day: 2_000 };
const transfer = { account_id: 'agt_1', mode: 'live', tool: 'llm-fast', at: AT };
const charge = { ...transfer, kind: 'charge', debit_account: 'agt_1', credit_account: 'revenue', amount: 2_000 };
const call = { mode: 'live', account_id: 'agt_1', tool: 'llm-fast', price: 2_000, owner: 'in_old', opened_at: AT };
const root = { key_id: 'key_1', lineage: 'key_1', deadline_at: AT };
const sub = { key_id: 'key_2', lineage: 'key_2', deadline_at: AT };
const usage = { account_id: 'agt_1', day: DAY, tool: 'llm-fast', mode: 'live', charges: 2, settled: 1 };
const system = { mode: 'live', day: DAY, shard: 0 };

/** A root key's calls: settled, open, free. Those of a sub-key that was rotated in between: refunded, settled. */
const old = [
  ...insert('accounts', {
    ...account,
    charges_count: 4,
    settled_count: 2,
    spent: 6_000,
    refunded_at: AT,
    transfer_seq: 6,
  }),
  ...insert(
    'api_keys',
    { ...key, id: 'key_1', lineage: 'key_1', hash: 'a', name: 'root', is_root: 1, ...spent, spent_total: 4_000 },
    { ...key, id: 'key_2', lineage: 'key_2', hash: 'b', name: 'sub', is_root: 0, revoked_at: AT, replaced_by: 'key_3' },
    { ...key, id: 'key_3', lineage: 'key_2', hash: 'c', name: 'sub', is_root: 0, ...spent },
  ),
  ...insert(
    'transfers',
    {
      ...{
        account_id: 'agt_1',
        seq: 1,
        id: 'tr_grant',
        mode: 'live',
        kind: 'deposit',
        source: 'grant',
        amount: 100_000,
      },
      ...{ debit_account: 'grants', credit_account: 'agt_1', balance_after: 100_000, at: AT },
    },
    { ...charge, seq: 2, id: 'tr_ac', call_id: 'call_a', balance_after: 98_000, lineage: 'key_1' },
    { ...charge, seq: 3, id: 'tr_bc', call_id: 'call_b', balance_after: 96_000, lineage: 'key_2' },
    {
      ...{ ...transfer, seq: 4, id: 'tr_br', kind: 'refund', amount: 2_000, call_id: 'call_b', balance_after: 98_000 },
      ...{ debit_account: 'revenue', credit_account: 'agt_1', reason: 'internal', lineage: 'key_2' },
    },
    { ...charge, seq: 5, id: 'tr_cc', call_id: 'call_c', balance_after: 96_000, lineage: 'key_2' },
    { ...charge, seq: 6, id: 'tr_dc', call_id: 'call_d', balance_after: 94_000, lineage: 'key_1' },
  ),
  ...insert(
    'calls',
    { ...call, ...root, id: 'call_a', state: 'settled', closed_at: AT, cost: 900 },
    {
      ...call,
      ...sub,
      id: 'call_b',
      state: 'refunded',
      reason: 'internal',
      failure: '{"code":"INTERNAL"}',
      closed_at: AT,
    },
    { ...call, ...sub, key_id: 'key_3', id: 'call_c', state: 'settled', closed_at: AT },
    { ...call, ...root, id: 'call_d', state: 'open' },
    { ...call, ...root, id: 'call_e', price: 0, state: 'settled', closed_at: AT },
  ),
  ...insert('deposits', {
    ...{ external_id: 'grant:1', account_id: 'agt_1', mode: 'live', source: 'grant', amount: 100_000 },
    ...{ transfer_id: 'tr_grant', at: AT },
  }),
  ...insert('usage_daily', { ...usage, lineage: 'key_1', spent: 4_000 }, { ...usage, lineage: 'key_2', spent: 2_000 }),
  ...insert(
    'system_daily',
    { ...system, account: 'grants', debit: 100_000, credit: 0 },
    { ...system, account: 'revenue', debit: 2_000, credit: 8_000 },
  ),
];

it.each(engines)('keep every transfer, call, counter and list on %s', async (engine) => {
  const books = await freshBooks(engine, { empty: true });
  const { url, dataDir } = books.database;
  const steps = (await loadMigrations()).filter(({ version }) => version <= EARLIER);
  const text = [
    'CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    ...steps.map((step) => (engine === 'sqlite' ? step.sqlite : step.postgres)),
    ...steps.map(({ version, name }) => `INSERT INTO schema_versions VALUES (${version}, '${name}', 0)`),
    ...old,
  ].join(';\n');
  if (url === undefined) new Sqlite(buildDatabasePath(dataDir)).exec(text).close();
  else await withClient(url, (client) => client.query(text));

  // Its first sweep refunds the call of the instance that is gone.
  const ledger = await books.start();
  const reader = { accountId: 'agt_1', keyId: 'key_1', lineage: 'key_1', isRoot: true, caps: {} };
  const subReader = { ...reader, keyId: 'key_3', lineage: 'key_2', isRoot: false };
  const first = await listHistory(ledger.database, reader, { limit: 4 });
  const rest = await listHistory(ledger.database, reader, { limit: 4, cursor: first.nextCursor ?? '' });
  expect([...first.entries, ...rest.entries].map(({ id, balanceAfterMicros }) => [id, balanceAfterMicros])).toEqual([
    ['tr_dr', 96_000],
    ['tr_dc', 94_000],
    ['tr_cc', 96_000],
    ['tr_br', 98_000],
    ['tr_bc', 96_000],
    ['tr_ac', 98_000],
    ['tr_grant', 100_000],
  ]);
  expect(rest.nextCursor).toBeNull();
  const ofKey = await listHistory(ledger.database, subReader, { limit: 9 });
  expect(ofKey.entries.map(({ id, tool }) => [id, tool])).toEqual([
    ['tr_cc', 'llm-fast'],
    ['tr_br', 'llm-fast'],
    ['tr_bc', 'llm-fast'],
  ]);
  const { calls } = await readCallLog(ledger.database, reader, { limit: 9 });
  expect(calls.map(({ callId, outcome }) => [callId, outcome])).toEqual([
    ['call_d', 'refunded'],
    ['call_c', 'settled'],
    ['call_b', 'refunded'],
    ['call_a', 'settled'],
    ['call_e', 'settled'],
  ]);
  expect(await readSummary(ledger.database, reader)).toMatchObject({
    callCount: 2,
    totalSpentMicros: 4_000,
    keySpentMicros: 2_000,
  });
  expect(await readSummary(ledger.database, subReader)).toMatchObject({
    callCount: 1,
    totalSpentMicros: 2_000,
    keySpentMicros: 2_000,
  });
  expect((await readReport(ledger.database, reader, { days: 2, by: 'key' })).breakdown).toMatchObject([
    { lineage: 'key_1', charges: 2, settled: 1, spentMicros: 2_000 },
    { lineage: 'key_2', charges: 2, settled: 1, spentMicros: 2_000 },
  ]);
  expect(await readReceipt(ledger.database, reader, 'call_c')).toMatchObject({ state: 'settled', amountMicros: 2_000 });
  await ledger.stop();
  expect(await books.verify()).toEqual({
    ok: true,
    lines: ['The books hold: 1 accounts, 7 transfers, 5 calls (0 open).'],
  });
});
