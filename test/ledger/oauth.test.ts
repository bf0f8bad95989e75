import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerOAuthClient } from '../../src/identity/oauth/client-writes.ts';
import type { TokenVerdict } from '../../src/identity/oauth/types.ts';
import {
  type ApproveOAuthInput,
  approveOAuth,
  type ExchangeOAuthCodeInput,
  exchangeOAuthCode,
  refreshOAuth,
} from '../../src/identity/oauth/writes.ts';
import type { AccountPrincipal } from '../../src/kernel/principal.ts';
import { SUB_KEYS_MAX } from '../../src/ledger/keys/keys-writes.ts';
import { createTimeOrderedId, sha256Hex } from '../../src/lib/ids.ts';
import { engines, freshDatabase } from '../harness/databases.ts';
import { openWorld, type World } from './accounts-world.ts';

const RESOURCE = 'http://farebox.example/mcp/proxy';
const REDIRECT = 'http://127.0.0.1/callback';
const DAY_MS = 86_400_000;
let count = 0;
const newHash = (): string => sha256Hex(`${count++}`);

const approvalBy = ({ accountId, keyId }: AccountPrincipal, hash: string): ApproveOAuthInput => ({
  by: { keyId },
  code: {
    hash,
    client_id: 'cli_1',
    client_name: 'A client',
    redirect_uri: REDIRECT,
    challenge: 'challenge',
    scopes: 'tools',
    resource: RESOURCE,
    refreshes: 1,
    account_id: accountId,
    user_id: null,
    cap_total: 5_000,
    cap_per_day: null,
    cap_per_call: null,
  },
  codeMs: 60_000,
});

const exchangeOf = (codeHash: string): ExchangeOAuthCodeInput => ({
  codeHash,
  clientId: 'cli_1',
  redirectUri: REDIRECT,
  resource: null,
  challenge: 'challenge',
  newKey: { id: createTimeOrderedId('key_'), hash: newHash(), last4: '' },
  accessHash: newHash(),
  refreshHash: newHash(),
});

const newClient = (id: string) => ({
  id,
  name: 'A client',
  redirect_uris: REDIRECT,
  refreshes: 1 as const,
  secret_hash: null,
  unusedMs: DAY_MS,
});

describe.each(engines)('OAuth in the ledger on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.stop());

  async function granted(principal: AccountPrincipal): Promise<ExchangeOAuthCodeInput> {
    const hash = newHash();
    await world.ledger.database.write(approveOAuth, approvalBy(principal, hash));
    const input = exchangeOf(hash);
    expect(await world.ledger.database.write(exchangeOAuthCode, input)).toMatchObject({ is: 'granted' });
    return input;
  }

  const refresh = (refreshHash: string): Promise<TokenVerdict> =>
    world.ledger.database.write(refreshOAuth, {
      refreshHash,
      clientId: 'cli_1',
      scopes: null,
      resource: null,
      newAccessHash: newHash(),
      newRefreshHash: newHash(),
    });

  it('makes one key of a code, however many come for it at once', async () => {
    const { principal } = await world.join();
    const hash = newHash();
    await world.ledger.database.write(approveOAuth, approvalBy(principal, hash));
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, () => world.ledger.database.write(exchangeOAuthCode, exchangeOf(hash))),
    );
    expect(verdicts.filter(({ is }) => is === 'granted')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict.is === 'refused' && verdict.why === 'reused')).toHaveLength(19);
    const keys = await world.accounts.listKeys(principal);
    expect(keys).toMatchObject([
      { name: 'A client', clientId: 'cli_1', status: 'revoked', caps: { totalMicros: 5_000 } },
    ]);
  });

  it('lets one of many refresh, and ends the grant for the others', async () => {
    const { principal } = await world.join();
    const { refreshHash, newKey } = await granted(principal);
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshHash)));
    expect(verdicts.filter(({ is }) => is === 'granted')).toHaveLength(1);
    expect(await world.accounts.listKeys(principal)).toMatchObject([{ id: newKey.id, status: 'revoked' }]);
  });

  it('makes no more keys than an account may have, and says so before there is a code', async () => {
    const { principal } = await world.join();
    const hash = newHash();
    await world.ledger.database.write(approveOAuth, approvalBy(principal, hash));
    for (let i = 0; i < SUB_KEYS_MAX; i++) await world.accounts.createKey(principal, { name: 'key', caps: {} });
    await expect(world.ledger.database.write(exchangeOAuthCode, exchangeOf(hash))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    const late = world.ledger.database.write(approveOAuth, approvalBy(principal, newHash()));
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('takes no consent of a key that was rotated, nor for an account that is suspended', async () => {
    const { principal } = await world.join();
    const hash = newHash();
    await world.ledger.database.write(approveOAuth, approvalBy(principal, hash));
    await world.accounts.rotateKey(principal, { revokeSubKeys: false });
    const old = world.ledger.database.write(approveOAuth, approvalBy(principal, newHash()));
    await expect(old).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await world.operator.suspend(principal.accountId, 'a test');
    expect(await world.ledger.database.write(exchangeOAuthCode, exchangeOf(hash))).toEqual({
      is: 'refused',
      why: 'ended',
    });
  });

  it('keeps so many clients that nobody has used', async () => {
    const register = (id: string) =>
      world.ledger.database.write(registerOAuthClient, { ...newClient(id), unusedMax: 2 });
    expect([await register('cli_a'), await register('cli_b'), await register('cli_c')]).toEqual([true, true, false]);
  });

  it('lets a client that has waited for an hour give way to a new one', async () => {
    const database = await freshDatabase(engine);
    const at = async (hours: number, id: string): Promise<boolean> => {
      const then = await openWorld(engine, { database, clockOffsetMs: hours * 3_600_000 });
      const isKept = await then.ledger.database.write(registerOAuthClient, { ...newClient(id), unusedMax: 2 });
      await then.stop();
      return isKept;
    };
    expect([await at(0, 'cli_a'), await at(0.9, 'cli_b'), await at(0.95, 'cli_c')]).toEqual([true, true, false]);
    expect([await at(1.1, 'cli_d'), await at(1.2, 'cli_e')]).toEqual([true, false]);
    await database.drop();
  });

  it('forgets what has been over for long, in bounded batches, and nothing else', async () => {
    const database = await freshDatabase(engine);
    const first = await openWorld(engine, { database });
    const { principal } = await first.join();
    const [used, open] = [newHash(), newHash()];
    await first.ledger.database.write(registerOAuthClient, { ...newClient('cli_unused'), unusedMax: 10 });
    await first.ledger.database.write(registerOAuthClient, { ...newClient('cli_1'), unusedMax: 10 });
    await first.ledger.database.write(approveOAuth, approvalBy(principal, used));
    await first.ledger.database.write(approveOAuth, approvalBy(principal, open));
    await first.ledger.database.write(exchangeOAuthCode, exchangeOf(used));
    await first.stop();
    const left = async (days: number): Promise<number[]> => {
      const later = await openWorld(engine, { database, clockOffsetMs: days * DAY_MS + 120_000 });
      await later.ledger.database.purge();
      const counts = await Promise.all(
        (['oauth_codes', 'oauth_tokens', 'oauth_clients'] as const).map(async (table) => {
          const { rows } = await later.ledger.database.db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('rows'))
            .executeTakeFirstOrThrow();
          return Number(rows);
        }),
      );
      await later.stop();
      return counts;
    };
    expect(await left(0)).toEqual([2, 2, 2]);
    expect(await left(1)).toEqual([0, 2, 1]);
    expect(await left(31)).toEqual([0, 1, 1]);
    expect(await left(91)).toEqual([0, 0, 0]);
    await database.drop();
  });
});
