/** Shared by account tools: the caller's account or company, and parsing of names. */
import { z } from 'zod';
import type { ShownKey } from '../../src/identity/keys/key-output.ts';
import type { CompanyCaller } from '../../src/identity/types.ts';
import { CREDENTIAL_IN_NAME, isNoCredential } from '../../src/kernel/credential.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { AccountPrincipal, Mode, Principal } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import type { AccountReader, SubKey } from '../../src/ledger/accounts/accounts-types.ts';

/** Every tool here but account creation is behind `access: 'key'`, so the principal is an account. */
export function requireAccount(principal: Principal): AccountPrincipal {
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  return principal;
}

export const modeField = z
  .enum(['live', 'test'])
  .optional()
  .describe('Account of the company, for sessions only. Default: live.');

/** Behind `account-reader`: a key of the account, or the session of a member of its company. */
export async function requireReader({ principal, services }: CallContext, mode?: Mode): Promise<AccountReader> {
  if (principal.kind === 'session') {
    const accountId = await services.identity.findAccountId(principal.companyId, mode ?? 'live');
    return { accountId, keyId: '', lineage: '', isRoot: true, caps: {} };
  }
  const account = requireAccount(principal);
  assertOwnMode(account, mode);
  return account;
}

/** A key has one account. Throws INVALID_INPUT when it names the mode of another. */
export function assertOwnMode(account: AccountPrincipal, mode: Mode | undefined): void {
  if (mode === undefined || mode === account.mode) return;
  throw createInvalidInputError([{ path: 'mode', message: `This is the key of a ${account.mode} account` }]);
}

/** Behind `key-owner` and `key-maker`: who manages the keys of a company; null for an account without one. */
export function findCompanyCaller({ principal, member }: CallContext): CompanyCaller | null {
  return member && (principal.kind === 'session' || principal.kind === 'account') ? { principal, member } : null;
}

/** A key of an account that belongs to no company. */
export const toShownKey = (key: SubKey, mode: Mode): ShownKey => ({ key, mode, company: null });

const NAME_CHARS_MAX = 100;

/** 1–100 characters (code points) after trimming, printable ones only. */
export function nameSchema(about: string) {
  const fits = (name: string): boolean =>
    name.length > 0 && name.length <= 2 * NAME_CHARS_MAX && [...name].length <= NAME_CHARS_MAX;
  return z
    .string()
    .trim()
    .refine(fits, `Give 1 to ${NAME_CHARS_MAX} characters`)
    .refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name), 'No control characters')
    .refine(isNoCredential, CREDENTIAL_IN_NAME)
    .meta({ minLength: 1, maxLength: NAME_CHARS_MAX })
    .describe(about);
}
