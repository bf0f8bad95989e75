/** Keeps guessers away from the operator's paths, and tells a guess from a token that has ended. newsroom.md §2.4. */

import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Lockout } from '../../kernel/ports.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import type { Secrets } from '../../ledger/secret.ts';
import { toHostKey } from '../../lib/network.ts';
import { findLockout, hasAdminToken } from './guard-reads.ts';
import * as writes from './guard-writes.ts';

type LockoutLedger = Pick<Database, 'db' | 'now' | 'write'>;

const PURPOSE = 'admin-token';

/** Implements `Lockout` of kernel/ports.ts; the database holds all of it, so instances share it and it survives a restart. */
export function openLockout(database: LockoutLedger): Lockout {
  const checkLockout = async (address: string): Promise<boolean> => {
    const row = await findLockout(database.db, address);
    if (row === undefined) return false;
    if (row.locked_until !== null) {
      const msLeft = row.locked_until - (await database.now());
      if (msLeft > 0) throw createLockedError(msLeft);
    }
    return true;
  };
  return {
    assertOpen: async (address) => {
      await checkLockout(address);
    },
    recordFailure: async (address) => {
      const { lockedUntilMs, wasLocked } = await database.write(writes.noteOperatorFailure, { address });
      if (wasLocked && lockedUntilMs !== null) throw createLockedError(lockedUntilMs - (await database.now()));
    },
    recordSuccess: async (address) => {
      // Looked at once more: others may have failed from here while this credential was looked up.
      if (await checkLockout(address)) await database.write(writes.forgetOperatorFailures, { address });
    },
  };
}

function createLockedError(msLeft: number): FareboxError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1000));
  return new FareboxError('ADMIN_LOCKED', {
    message: 'Too many failed attempts',
    details: { retry_after: retryAfterSeconds },
    retryAfterSeconds,
  });
}

/**
 * Ends the lock of an address, of any address of its /64 for IPv6, and forgets its failures. `actor` as for `operatorOf`.
 * Resolves with the address that was meant. Throws INVALID_INPUT for what is no address.
 */
export async function unlockAddress(
  database: Pick<Database, 'write'>,
  ip: string,
  actor: string,
): Promise<{ address: string; wasLocked: boolean }> {
  const [plain = ''] = ip.split('/', 1);
  if (!ipaddr.isValid(plain) || /^\d+$/.test(plain)) {
    throw createInvalidInputError([{ path: 'ip', message: 'Not an IP address' }]);
  }
  const address = toHostKey(plain);
  return { address, ...(await database.write(writes.unlockAddress, { address, actor })) };
}

/** Notes the value of `ADMIN_TOKEN` as a keyed hash; the result says whether a token is one that it ever had. */
export async function openAdminTokens(
  database: LockoutLedger,
  secrets: Secrets,
  adminToken: string | undefined,
): Promise<(token: string) => Promise<boolean>> {
  const hash = (key: Buffer, token: string): string => createHmac('sha256', key).update(token).digest('hex');
  if (adminToken !== undefined) {
    await database.write(writes.rememberAdminToken, { hash: hash(secrets.deriveKey(PURPOSE).key, adminToken) });
  }
  return (token) =>
    hasAdminToken(
      database.db,
      secrets.deriveKeys(PURPOSE).map(({ key }) => hash(key, token)),
    );
}
