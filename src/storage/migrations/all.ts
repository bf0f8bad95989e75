import { ledgerTables } from './001-ledger.ts';
import { accountTables } from './002-accounts.ts';
import { mediaTable } from './003-media.ts';
import { paymentTables } from './004-payments.ts';
import { identityTables } from './005-identity.ts';
import { guardTables } from './006-guards.ts';
import { oauthTables } from './007-oauth.ts';
import { inviteTables } from './008-invites.ts';
import { composedCalls } from './009-composed-calls.ts';
import { fixTables } from './010-fixes.ts';
import type { Migration } from './migration.ts';

/** In order of version. */
export const migrations: readonly Migration[] = [
  ledgerTables,
  accountTables,
  mediaTable,
  paymentTables,
  identityTables,
  guardTables,
  oauthTables,
  inviteTables,
  composedCalls,
  fixTables,
];
