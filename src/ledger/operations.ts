/** Every named write operation, in one place; `LedgerHandle.write(name, input)` runs one. Add yours here. */
import { createAccount, grant, rekey, setStatus } from './accounts-operations.ts';
import { dropCheckout, noteSession, reserveCheckout } from './checkouts-operations.ts';
import { requestCode, useCode } from './codes-operations.ts';
import { endSession, inviteMember, removeMember, updateCompany } from './companies-operations.ts';
import { createCompanyKey, issueRootKey, revokeCompanyKey } from './company-keys-operations.ts';
import { deposit } from './deposit.ts';
import { keepFile } from './files-operations.ts';
import { decideFix, keepFixVectors, seedFixes } from './fixes-moderation.ts';
import { addFix, confirmFix, fileReport, mergeFix } from './fixes-operations.ts';
import {
  forgetOperatorFailures,
  noteOperatorFailure,
  noteSighting,
  rememberAdminToken,
  unlockAddress,
} from './guards-operations.ts';
import { createInvite } from './invites-operations.ts';
import { createKey, revokeKey, rotateKey } from './keys-operations.ts';
import { forgetInstance, purgeExpired, registerInstance } from './maintenance.ts';
import { registerOAuthClient } from './oauth-clients-operations.ts';
import { approveOAuth, exchangeOAuthCode, issueOAuthToken, refreshOAuth, revokeOAuth } from './oauth-operations.ts';
import type { Operation } from './operation.ts';
import { promoteOperator } from './operators-operations.ts';
import { applyPayment, notePaymentFailure } from './payments-operations.ts';
import { rememberReceiptKey } from './receipts-operations.ts';
import { signIn } from './sign-in.ts';

export const operations = {
  addFix,
  applyPayment,
  approveOAuth,
  confirmFix,
  createAccount,
  createCompanyKey,
  createInvite,
  createKey,
  decideFix,
  deposit,
  dropCheckout,
  endSession,
  exchangeOAuthCode,
  fileReport,
  forgetInstance,
  forgetOperatorFailures,
  grant,
  inviteMember,
  issueOAuthToken,
  issueRootKey,
  keepFixVectors,
  keepMedia: keepFile,
  mergeFix,
  noteOperatorFailure,
  notePaymentFailure,
  noteSession,
  noteSighting,
  promoteOperator,
  purgeExpired,
  refreshOAuth,
  registerInstance,
  registerOAuthClient,
  rekey,
  rememberAdminToken,
  rememberReceiptKey,
  removeMember,
  requestCode,
  reserveCheckout,
  revokeCompanyKey,
  revokeKey,
  revokeOAuth,
  rotateKey,
  seedFixes,
  setStatus,
  signIn,
  unlockAddress,
  updateCompany,
  useCode,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type OperationInput<N extends OperationName> =
  Operations[N] extends Operation<infer Input, infer _Output> ? Input : never;
export type OperationOutput<N extends OperationName> =
  Operations[N] extends Operation<infer _Input, infer Output> ? Output : never;
/** Inputs and outputs by name: what the pairing of a name and its input is checked with. */
export type Inputs = { [N in OperationName]: OperationInput<N> };
export type Outputs = { [N in OperationName]: OperationOutput<N> };
