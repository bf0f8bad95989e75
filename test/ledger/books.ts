/** A ledger on an empty database, and short words for what tests do with it. */

import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { buildDatabasePath } from '../../src/database/sqlite/open.ts';
import type { RefundReason } from '../../src/kernel/errors/failure.ts';
import type { CloseOutcome, Log, OpenCall, OpenOutcome } from '../../src/kernel/ports.ts';
import type { AccountPrincipal, Caps, Mode } from '../../src/kernel/principal.ts';
import { createAccount } from '../../src/ledger/accounts/accounts-writes.ts';
import * as deposits from '../../src/ledger/accounts/deposits-writes.ts';
import { generateAgentId, generateKey } from '../../src/ledger/keys/keys.ts';
import { createKey } from '../../src/ledger/keys/keys-writes.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Ledger, LedgerOptions } from '../../src/ledger/types.ts';
import { type VerifyOptions, type VerifyReport, verifyBooks } from '../../src/ledger/verification/verify.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { type Engine, type FreshDatabase, freshDatabase } from '../harness/databases.ts';

export { engines } from '../harness/databases.ts';

export const PRICE = 2_000;
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const failure = { code: 'UPSTREAM_FAILED', message: 'It failed.', next: 'Wait.', retryable: true } as const;

export type Options = Partial<Omit<OpenCall, 'principal' | 'idempotency'>> & { key?: string; fingerprint?: string };

/** Tests open many calls of a new account at once. */
const wide = { refundsPerHour: 1_000_000 };

export interface Books {
  database: FreshDatabase;
  /** Starts one more instance on the same database. */
  start(options?: Partial<LedgerOptions>): Promise<Ledger>;
  verify(options?: VerifyOptions): Promise<VerifyReport>;
  /** Statements behind the ledger's back. */
  execute(...statements: string[]): Promise<void>;
  rows(statement: string): Promise<Record<string, unknown>[]>;
}

/** Gone with the test that asks for it; `empty`: without tables. */
export async function freshBooks(engine: Engine, options: { empty?: boolean } = {}): Promise<Books> {
  const books = await openBooks(engine, options);
  onTestFinished(() => books.close());
  return books;
}

/** For several tests. */
export async function openBooks(
  engine: Engine,
  options: { empty?: boolean } = {},
): Promise<Books & { close(): Promise<void> }> {
  const database = await freshDatabase(engine, options);
  const started: Ledger[] = [];
  const { url, dataDir } = database;
  const source = url === undefined ? { dataDir } : { dataDir, databaseUrl: url };
  return {
    database,
    async start(options = {}) {
      const ledger = await openLedger({ ...source, log: silent, ...options, limits: { ...wide, ...options.limits } });
      started.push(ledger);
      return ledger;
    },
    verify: (options) => verifyBooks(source, options),
    async execute(...statements) {
      for (const statement of statements) await behind(database, statement);
    },
    rows: (statement) => behind(database, statement),
    async close() {
      for (const ledger of started.reverse()) await ledger.stop();
      await database.drop();
    },
  };
}

/** A statement behind a server's back. */
export async function behind(
  { url, dataDir }: Pick<FreshDatabase, 'url' | 'dataDir'>,
  statement: string,
): Promise<Record<string, unknown>[]> {
  if (url === undefined) {
    const db = new Sqlite(buildDatabasePath(dataDir));
    try {
      const prepared = db.prepare<[], Record<string, unknown>>(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** An account with this much that is not welcome credit. */
export async function account(ledger: Ledger, balanceMicros: number, mode: Mode = 'live'): Promise<AccountPrincipal> {
  const { hash, last4 } = generateKey(mode);
  const accountId = generateAgentId();
  const keyId = createTimeOrderedId('key_');
  const rootKey = { id: keyId, hash, last4 };
  const rules = { welcomeMicros: 0, welcomeMicrosPerDay: 0 };
  await ledger.database.write(createAccount, { agentId: accountId, name: 'Test', mode, rootKey, ...rules });
  if (balanceMicros > 0) await deposit(ledger, accountId, balanceMicros, mode);
  return { kind: 'account', mode, ip: '', accountId, keyId, lineage: keyId, isRoot: true, status: 'active', caps: {} };
}

export function deposit(ledger: Ledger, accountId: string, amountMicros: number, mode: Mode = 'live') {
  const externalId = createTimeOrderedId('test:');
  return ledger.database.write(deposits.deposit, { accountId, mode, amountMicros, source: 'card', externalId });
}

export async function subKey(ledger: Ledger, owner: AccountPrincipal, caps: Caps): Promise<AccountPrincipal> {
  const { hash, last4 } = generateKey(owner.mode);
  const keyId = createTimeOrderedId('key_');
  const newKeyRow = { id: keyId, hash, last4 };
  const { accountId } = owner;
  const input = { accountId, actingKeyId: owner.keyId, newKey: newKeyRow, name: 'sub', caps, expiresAt: null };
  await ledger.database.write(createKey, input);
  return { ...owner, keyId, lineage: keyId, isRoot: false, caps };
}

export async function open(
  ledger: Ledger,
  principal: AccountPrincipal,
  { key, fingerprint = 'print', ...overrides }: Options = {},
): Promise<OpenOutcome & { id: string }> {
  const id = overrides.callId ?? createTimeOrderedId('call_');
  const outcome = await ledger.calls.open({
    callId: id,
    principal,
    tool: 'llm-fast',
    priceMicros: PRICE,
    timeoutMs: 30_000,
    needsDeposit: false,
    ...(key === undefined ? {} : { idempotency: { key, fingerprint } }),
    ...overrides,
  });
  return { ...outcome, id };
}

export function settle(ledger: Ledger, callId: string, mode: Mode = 'live', answer?: string): Promise<CloseOutcome> {
  const outcome = { state: 'settled', ...(answer === undefined ? {} : { answer }) } as const;
  return ledger.calls.close({ callId, mode, outcome, costMicros: 12.5 });
}

export function refund(
  ledger: Ledger,
  callId: string,
  mode: Mode = 'live',
  reason: RefundReason = 'upstream_failed',
): Promise<CloseOutcome> {
  return ledger.calls.close({ callId, mode, outcome: { state: 'refunded', reason, failure } });
}

export async function balanceOf(ledger: Ledger, { accountId }: AccountPrincipal): Promise<number> {
  const row = await ledger.database.db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.balance;
}

export function countOf<Of extends { state: string }>(outcomes: readonly Of[], state: string): number {
  return outcomes.filter((outcome) => outcome.state === state).length;
}

/** Waits until `what` holds; fails after `timeoutMs`. */
export async function until(what: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await what())) {
    if (Date.now() > endMs) throw new Error(`It did not happen within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
