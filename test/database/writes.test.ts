/** Ordinary writes beside calls: each fails alone, all of them give way, and only those that say so empty the cache of keys. */
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { defineWrite } from '../../src/database/define.ts';
import type { Writes } from '../../src/database/definitions.ts';
import { loadWrites } from '../../src/database/definitions.ts';
import { SqliteCore } from '../../src/database/sqlite/core.ts';
import type { Tx, WriteDefinition } from '../../src/database/types.ts';
import { noteSighting, unlockAddress } from '../../src/identity/guards/guard-writes.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { setStatus } from '../../src/ledger/accounts/accounts-writes.ts';
import { sha256Hex } from '../../src/lib/ids.ts';
import { account, engines, freshBooks } from '../ledger/books.ts';

const nothing = { run: () => [] };

const note = defineWrite('test.note', async ({ db, nowMs }: Tx, name: string): Promise<string> => {
  await db.insertInto('sightings').values({ name, at: nowMs }).execute();
  if (name.startsWith('bad')) throw new FareboxError('CONFLICT', { message: 'No.' });
  return name;
});
const rest = defineWrite('test.rest', (_: Tx, ms: number): null => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
  return null;
});

function openCore(batchMs = 10_000): { db: Sqlite.Database; core: SqliteCore<never, never> } {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE sightings (name TEXT PRIMARY KEY, at BIGINT NOT NULL)');
  const all: WriteDefinition<unknown, unknown>[] = [note, rest];
  const writes: Writes = { byName: new Map(all.map((write) => [write.name, write])), purges: [], followers: [] };
  return { db, core: new SqliteCore(db, nothing, writes, { commitDelayMs: 0, clockOffsetMs: 0, batchMs }) };
}

const job = (name: string, input: unknown) => ({ kind: 'write', name, input }) as const;

describe('writes that share a commit', () => {
  it('fail alone', async () => {
    const { db, core } = openCore();
    const jobs = [
      job('test.note', 'one'),
      job('test.note', 'bad'),
      job('test.nobody', null),
      job('test.note', 'one'),
      { kind: 'unsendable', name: 'test.note' } as const,
      job('test.note', 'two'),
    ];
    expect(await core.runWrites(jobs)).toMatchObject([
      { output: 'one' },
      { error: { code: 'CONFLICT' } },
      { error: { code: null, message: expect.stringContaining('test.nobody') } },
      { error: { code: null, message: expect.stringContaining('UNIQUE') } },
      { error: { code: null, message: expect.stringContaining("can't cross a thread") } },
      { output: 'two' },
    ]);
    expect(db.prepare('SELECT name FROM sightings ORDER BY name').pluck().all()).toEqual(['one', 'two']);
  });

  it('are none at all when the database is full', async () => {
    const { db, core } = openCore();
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    const jobs = [job('test.note', 'small'), job('test.note', 'large'.repeat(5_000)), job('test.note', 'later')];
    const results = await core.runWrites(jobs);
    expect(results).toMatchObject([{ error: { code: 'store' } }, { error: { code: 'store' } }]);
    db.pragma('max_page_count = 10000');
    expect(await core.runWrites(jobs.slice(results.length))).toEqual([{ output: 'later' }]);
    expect(db.prepare('SELECT name FROM sightings').pluck().all()).toEqual(['later']);
  });

  it('end their batch after a few milliseconds, for the calls that wait', async () => {
    const { core } = openCore(5);
    const results = await core.runWrites(Array.from({ length: 50 }, () => job('test.rest', 2)));
    expect(results.length).toBeGreaterThanOrEqual(1);
    expect(results.length).toBeLessThanOrEqual(4);
  });
});

describe.each(engines)('writes on %s', (engine) => {
  it('are refused when too many wait, and calls are not', async () => {
    const books = await freshBooks(engine);
    const ledger = await books.start({ limits: { queueMax: 20 } });
    const principal = await account(ledger, 1_000_000);
    const flood = Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => ledger.database.write(noteSighting, { name: `n${n}` })),
    );
    const call = {
      callId: 'call_1',
      principal,
      tool: 'llm-fast',
      priceMicros: 10,
      timeoutMs: 1_000,
      needsDeposit: false,
    };
    expect(await ledger.calls.open(call)).toMatchObject({ state: 'opened' });
    const ends = await flood;
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(ends.length - refused.length).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeGreaterThan(0);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'OVERLOADED' });
    expect(await books.rows('SELECT name FROM sightings')).toHaveLength(ends.length - refused.length);
  });
});

describe('the cache of keys', () => {
  it('is emptied by writes that say so, and by no others', async () => {
    const books = await freshBooks('sqlite');
    const ledger = await books.start();
    const { accountId, keyId } = await account(ledger, 0);
    await books.execute(`UPDATE api_keys SET hash = '${sha256Hex('k')}' WHERE id = '${keyId}'`);
    const readName = async (): Promise<string | undefined> => (await ledger.findKeyByHash(sha256Hex('k')))?.key.name;
    expect(await readName()).toBe('root');
    await books.execute(`UPDATE api_keys SET name = 'other' WHERE id = '${keyId}'`);
    await ledger.database.write(unlockAddress, { address: '192.0.2.1', actor: 'operator' });
    expect(await readName()).toBe('root');
    await ledger.database.write(setStatus, { accountId, status: 'suspended', actor: 'operator', reason: '' });
    expect(await readName()).toBe('other');
  });

  it('hears of every write that can end a key or change an account', async () => {
    const { byName } = await loadWrites();
    const forgetting = [...byName.values()].filter(({ forgets }) => forgets === 'keys').map(({ name }) => name);
    expect(forgetting.sort()).toMatchInlineSnapshot(`
      [
        "accounts.grant",
        "accounts.rekey",
        "accounts.setStatus",
        "codes.useCode",
        "companies.removeMember",
        "company-keys.issueRootKey",
        "company-keys.revokeCompanyKey",
        "deposits.deposit",
        "fixes-moderation.decideFix",
        "keys.revokeKey",
        "keys.rotateKey",
        "oauth.exchangeOAuthCode",
        "oauth.refreshOAuth",
        "oauth.revokeOAuth",
        "payments.applyPayment",
        "sign-in.signIn",
        "wallets.settleDeposit",
      ]
    `);
  });
});
