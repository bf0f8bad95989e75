/** A ledger on a fresh database of either engine, with the accounts service on top and a few ways to use it. */
import { MemoryLimiter } from '../../src/http/limits/limits.ts';
import { openIdentify } from '../../src/identity/identify.ts';
import { buildOperator, commandLine, type Operator } from '../../src/identity/operators/operator.ts';
import type { OpenOutcome } from '../../src/kernel/ports.ts';
import type { AccountPrincipal, Mode, Principal } from '../../src/kernel/principal.ts';
import { type AccountsOptions, openAccounts } from '../../src/ledger/accounts/accounts.ts';
import type { Accounts, CreatedAccount } from '../../src/ledger/accounts/accounts-types.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { openReceiptKeys } from '../../src/ledger/receipts/receipts.ts';
import { Secrets } from '../../src/ledger/secret.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { verifyBooks } from '../../src/ledger/verification/verify.ts';
import { createTimeOrderedId } from '../../src/lib/ids.ts';
import { type Engine, type FreshDatabase, freshDatabase } from '../harness/databases.ts';

export const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
export const ADMIN_TOKEN = 'an operator of the tests, long enough';

export interface World {
  ledger: Ledger;
  accounts: Accounts;
  operator: Operator;
  identify(token: string | undefined, ip?: string): Promise<Principal>;
  /** A new account and who its root key is. */
  join(mode?: Mode): Promise<{ account: CreatedAccount; principal: AccountPrincipal }>;
  principalOf(apiKey: string): Promise<AccountPrincipal>;
  open(
    principal: AccountPrincipal,
    tool?: string,
    priceMicros?: number,
  ): Promise<{ callId: string; outcome: OpenOutcome }>;
  /** A paid call from charge to settlement (or refund); its id. */
  pay(principal: AccountPrincipal, tool?: string, priceMicros?: number, end?: 'settled' | 'refunded'): Promise<string>;
  /** Fails when the books do not hold. */
  stop(): Promise<void>;
}

export interface WorldOptions extends Partial<AccountsOptions> {
  database?: FreshDatabase;
  clockOffsetMs?: number;
  secrets?: Secrets;
}

export const PRICE = 2_000;

const failure = { code: 'UPSTREAM_FAILED', message: 'It failed.', next: 'Wait.', retryable: true } as const;

export async function openWorld(engine: Engine, options: WorldOptions = {}): Promise<World> {
  const { database, clockOffsetMs, secrets, ...rules } = options;
  const store = database ?? (await freshDatabase(engine));
  const ledger = await openLedger({
    dataDir: store.dataDir,
    log: silent,
    // Calls that run count towards the limit of refunds, and these tests open many of new accounts at once.
    limits: { refundsPerHour: 1_000_000 },
    ...(store.url === undefined ? {} : { databaseUrl: store.url }),
    ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
  });
  const accounts = await openAccounts({
    database: ledger.database,
    limiter: new MemoryLimiter(),
    receiptKeys: await openReceiptKeys(secrets ?? new Secrets('s'.repeat(32), [])),
    accountMode: 'live',
    welcomeMicrosPerDay: 1_000_000_000,
    welcomeMicrosPerNetwork: 1_000_000_000,
    createPerHour: { live: 1_000, test: 1_000, 'sign-up': 1_000 },
    ...rules,
  });
  const identify = openIdentify(ledger, { adminToken: ADMIN_TOKEN });
  const principalOf = async (apiKey: string): Promise<AccountPrincipal> => {
    const principal = await identify(apiKey, '192.0.2.1');
    if (principal.kind !== 'account') throw new Error('Not the key of an account');
    return principal;
  };
  const open: World['open'] = async (principal, tool = 'llm-fast', priceMicros = PRICE) => {
    const callId = createTimeOrderedId('call_');
    const call = { callId, principal, tool, priceMicros, timeoutMs: 30_000, needsDeposit: false };
    return { callId, outcome: await ledger.calls.open(call) };
  };
  return {
    ledger,
    accounts,
    operator: buildOperator(ledger.database, commandLine),
    identify: async (token, ip = '192.0.2.1') => await identify(token, ip),
    async join(mode = 'live') {
      const account = await accounts.create({ name: 'Ada’s agent', mode }, visitorFrom('192.0.2.1'));
      return { account, principal: await principalOf(account.apiKey) };
    },
    principalOf,
    open,
    async pay(principal, tool, priceMicros, end = 'settled') {
      const { callId, outcome } = await open(principal, tool, priceMicros);
      if (outcome.state !== 'opened') throw new Error(`Not opened: ${JSON.stringify(outcome)}`);
      const { mode } = principal;
      const closed = await ledger.calls.close({
        callId,
        mode,
        outcome: end === 'settled' ? { state: 'settled' } : { state: 'refunded', reason: 'upstream_failed', failure },
      });
      if (closed.state !== 'closed') throw new Error('The call was lost');
      return callId;
    },
    async stop() {
      const { dataDir, url } = store;
      const proof = await verifyBooks(url === undefined ? { dataDir } : { dataDir, databaseUrl: url });
      await ledger.stop();
      if (!database) await store.drop();
      if (!proof.ok) throw new Error(`The books do not hold: ${proof.lines.join(' ')}`);
    },
  };
}

export const visitorFrom = (ip: string): Principal => ({ kind: 'anonymous', mode: 'live', ip });
