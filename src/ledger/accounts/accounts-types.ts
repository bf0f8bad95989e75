/** Operations on accounts, keys and receipts. Amounts are micro-USD, times ISO 8601 in UTC. */

import type { Receipt } from '../../kernel/ports.ts';
import type { AccountPrincipal, Caps, Mode, Principal } from '../../kernel/principal.ts';
import type { Micros } from '../../lib/money.ts';
import type { PublicReceiptKey } from '../receipts/receipts.ts';
import type { NewAccount } from './accounts-writes.ts';
import type { CallOutcome } from './call-log-types.ts';
import type { Division, UsagePart } from './usage-reads.ts';

export type AccountStatus = AccountPrincipal['status'];

export interface CreatedAccount {
  /** Shown this once. */
  apiKey: string;
  agentId: string;
  mode: Mode;
  balanceMicros: Micros;
}

export interface AccountSummary {
  agentId: string;
  status: AccountStatus;
  balanceMicros: Micros;
  /** Settled paid calls: of the account for its root key, of the key's own lineage for a sub-key; as the next field. */
  callCount: number;
  /** Charges less refunds. */
  totalSpentMicros: Micros;
  /** Of the key that asks. */
  caps: Caps;
  /** Net spending of the key that asks, in all and in the current UTC day: what its caps count. */
  keySpentMicros: Micros;
  keySpentTodayMicros: Micros;
}

export interface HistoryEntry {
  id: string;
  type: 'deposit' | 'charge' | 'refund';
  /** Signed as the balance moved. */
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  tool?: string;
  callId?: string;
  reason?: string;
  source?: string;
  at: string;
}

export interface HistoryPage {
  /** Newest first. */
  entries: HistoryEntry[];
  nextCursor: string | null;
}

/** Number of UTC days, and further divisions. */
export interface ReportRequest {
  days: number;
  by?: Division | undefined;
}

/**
 * Reader of an account: one of its keys, or a member of its company, who reads all of it as the root key does. Nothing
 * is paid in its name.
 */
export type AccountReader = Pick<AccountPrincipal, 'accountId' | 'keyId' | 'lineage' | 'isRoot' | 'caps'>;

export interface CallLogRequest {
  limit: number;
  cursor?: string | undefined;
  tool?: string | undefined;
  /** As keys and entries name it. */
  keyId?: string | undefined;
  outcome?: CallOutcome | undefined;
  /** From this moment on, and before that one. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export interface CallLogEntry {
  callId: string;
  tool: string;
  keyId: string;
  outcome: CallOutcome;
  priceMicros: Micros;
  /** Of a refund. */
  reason?: string;
  /** Why it failed or was refused. */
  error?: { code: string; message: string };
  /** That it would have broken. */
  cap?: string;
  /** The composed call that it is a part of. */
  partOf?: string;
  /** The task that it counted for. */
  taskRef?: string;
  at: string;
  endedAt: string | null;
}

export interface UsageReport {
  agentName: string;
  totalSpentMicros: Micros;
  totalTransactions: number;
  /** Of those days, by spending, at most ten. */
  topServices: { name: string; count: number; spentMicros: Micros }[];
  /** Each of the days in UTC, oldest first, today last. */
  dailyBreakdown: { date: string; spentMicros: Micros; transactions: number }[];
  /** Null unless it was asked for. */
  breakdown: (Omit<UsagePart, 'spent'> & { spentMicros: Micros })[] | null;
  /** Rewards credited, in reward tokens. */
  wtTokensEarned: number;
  balanceMicros: Micros;
  createdAt: string;
}

export interface SubKey {
  id: string;
  name: string;
  /** The OAuth client that it was granted to; null for a key with a secret. */
  clientId: string | null;
  last4: string;
  caps: Caps;
  spentMicros: Micros;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** When it, or what it was rotated from, last paid for a call. */
  lastPaidAt: string | null;
  status: 'active' | 'revoked' | 'expired';
}

export interface RotatedKey {
  apiKey: string;
  agentId: string;
  balanceMicros: Micros;
  /** Live sub-keys after a root key's rotation; null when a sub-key was rotated. */
  subKeys: SubKey[] | null;
  revokedSubKeys: number;
}

export interface NewSubKey {
  name: string;
  caps: Caps;
  /** ISO 8601; must lie in the future of the database's clock. */
  expiresAt?: string;
}

/** The terms of a new account, whatever its name and mode. */
export type AccountOpening = Omit<NewAccount, 'name' | 'mode'>;

/** `ctx.services.accounts`. Every method throws FareboxError. */
export interface Accounts {
  /** RATE_LIMITED: live and test accounts each have a limit per network, or per person who is signed in. */
  create(request: { name: string; mode?: Mode }, caller: Principal): Promise<CreatedAccount>;
  /** For the account of a new company. RATE_LIMITED unless its founder was invited. */
  prepareOpening(ip: string, founder: { isInvited: boolean }): Promise<AccountOpening>;
  readSummary(reader: AccountReader): Promise<AccountSummary>;
  listHistory(reader: AccountReader, page: { limit: number; cursor?: string }): Promise<HistoryPage>;
  /** Newest first, refused calls among them. A page may be short, or empty, before the last one. */
  listCalls(
    reader: AccountReader,
    request: CallLogRequest,
  ): Promise<{ calls: CallLogEntry[]; nextCursor: string | null }>;
  readReport(reader: AccountReader, request: ReportRequest): Promise<UsageReport>;
  rotateKey(principal: AccountPrincipal, options: { revokeSubKeys: boolean }): Promise<RotatedKey>;
  createKey(principal: AccountPrincipal, key: NewSubKey): Promise<SubKey & { apiKey: string }>;
  /** Newest first, revoked and expired ones included. */
  listKeys(principal: AccountPrincipal): Promise<SubKey[]>;
  /** NOT_FOUND for an id that is no live sub-key of this account. */
  revokeKey(principal: AccountPrincipal, keyId: string): Promise<{ revokedAt: string }>;
  /** NOT_FOUND alike for a call that does not exist and one that is not the caller's. */
  readReceipt(reader: AccountReader, callId: string): Promise<Receipt>;
  signReceipt(receipt: Receipt): Promise<string>;
  listPublicReceiptKeys(): Promise<readonly PublicReceiptKey[]>;
}

declare module '../../kernel/tool/context.ts' {
  interface Services {
    accounts: Accounts;
  }
}
