/** Shared by exports and documents: the account, and who sells and buys. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { Mode } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import type { AccountReader } from '../../src/ledger/accounts/accounts-types.ts';
import { findBillingDetails } from '../../src/statements/reads.ts';
import '../../src/statements/service.ts';
import type { Party } from '../../src/statements/writes.ts';

export const modeField = z
  .enum(['live', 'test'])
  .optional()
  .describe('Account of the company, for sessions only. Default: live.');

export const languageField = z.enum(['en', 'ja', 'zh']).default('en').describe('Language of the document.');

export const formatField = z
  .enum(['csv', 'jsonl'])
  .default('csv')
  .describe('csv: for spreadsheets; jsonl: one JSON object per line.');

export interface OwnAccount {
  accountId: string;
  mode: Mode;
}

/** Behind `key-owner`: the account of the key, or of the company of a session. */
export async function findAccount({ principal, services }: CallContext, mode?: Mode): Promise<OwnAccount> {
  if (principal.kind === 'session') {
    const own = mode ?? 'live';
    return { accountId: await services.identity.findAccountId(principal.companyId, own), mode: own };
  }
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  if (mode === undefined || mode === principal.mode) return { accountId: principal.accountId, mode: principal.mode };
  throw createInvalidInputError([{ path: 'mode', message: `This is the key of a ${principal.mode} account` }]);
}

/** All of the account, as its root key reads it. */
export const toRootReader = ({ accountId }: OwnAccount): AccountReader => ({
  ...{ accountId, keyId: '', lineage: '' },
  ...{ isRoot: true, caps: {} },
});

/** As the customer wants to be named; else by the name of the account. */
export async function readBuyer({ services }: CallContext, { accountId }: OwnAccount): Promise<Party> {
  const details = await findBillingDetails(services.database.db, accountId);
  if (details) return { name: details.name, address: details.address, taxId: details.tax_id };
  return { name: accountId, address: '', taxId: '' };
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export const monthField = z.string().regex(MONTH, 'Must be a month such as 2026-11').describe('Month in UTC, YYYY-MM.');

export function findMonth(month: string): { fromMs: number; toMs: number; days: string[] } {
  const fromMs = Date.parse(`${month}-01T00:00:00Z`);
  const [year = 0, number = 0] = month.split('-').map(Number);
  const toMs = Date.UTC(year, number, 1);
  const count = Math.round((toMs - fromMs) / 86_400_000);
  const days = Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`);
  return { fromMs, toMs, days };
}
