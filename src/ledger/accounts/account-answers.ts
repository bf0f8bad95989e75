/** Answers about an account, from its rows. */
import { formatDay } from '../../database/clock.ts';
import { readCursor, writeCursor } from '../../database/cursor.ts';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Receipt } from '../../kernel/ports.ts';
import type { Caps } from '../../kernel/principal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { listCallParts } from '../receipts/composed-store.ts';
import { buildParts, buildWholeReceipt } from '../receipts/receipt-parts.ts';
import type { ApiKeyRow, PaidKeyRow } from '../tables.ts';
import { formatTransferId } from '../transfer-numbers.ts';
import * as store from './account-queries.ts';
import type {
  AccountReader,
  AccountSummary,
  HistoryEntry,
  HistoryPage,
  ReportRequest,
  SubKey,
  UsageReport,
} from './accounts-types.ts';
import { readUsage } from './usage-reads.ts';

type Reads = Pick<Database, 'db' | 'now' | 'read'>;

const MICROS_PER_WT = 1_000;
/** Revoked sub-keys a list still shows. */
const REVOKED_SHOWN_MAX = 200;

const buildScope = ({ accountId, lineage, isRoot }: AccountReader): store.Scope => ({
  accountId,
  lineage: isRoot ? null : lineage,
});

export const formatTimestamp = (ms: number): string => new Date(ms).toISOString();

async function readAccount({ db }: Pick<Reads, 'db'>, principal: AccountReader) {
  const account = await store.findAccountById(db, principal.accountId);
  if (!account) throw new FareboxError('NOT_FOUND', { message: 'Account not found.' });
  return account;
}

export async function readSummary(database: Reads, principal: AccountReader): Promise<AccountSummary> {
  const [account, key, nowMs] = await Promise.all([
    readAccount(database, principal),
    store.findKeyById(database.db, principal.keyId),
    database.now(),
  ]);
  const totals = await store.readTotals(database.db, buildScope(principal));
  const spent = await readKeySpending(database, key, formatDay(nowMs));
  return {
    agentId: account.id,
    status: account.status,
    balanceMicros: account.balance,
    callCount: totals.settled,
    totalSpentMicros: totals.spent,
    caps: principal.caps,
    keySpentMicros: spent.total,
    keySpentTodayMicros: spent.onDay,
  };
}

async function readKeySpending({ db }: Pick<Reads, 'db'>, key: ApiKeyRow | undefined, day: string) {
  if (!key) return { total: 0, onDay: 0 };
  const { account_id: accountId, lineage, spent_total, spent_day, spent_on_day } = key;
  if (key.is_root) return await store.readRootSpending(db, { accountId, lineage, day });
  return { total: spent_total, onDay: spent_day === day ? spent_on_day : 0 };
}

export async function listHistory(
  { db }: Pick<Reads, 'db'>,
  principal: AccountReader,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<HistoryPage> {
  const scope = buildScope(principal);
  // A cursor holds the transfer at which its page begins.
  const start =
    cursor === undefined ? await store.findNewestTransfer(db, scope) : Number(readCursor(cursor, /^n (\d{1,15})$/)[0]);
  const transfers = start === null ? [] : await store.listTransfers(db, scope, start, limit);
  const next = transfers.length === limit ? (transfers.at(-1)?.next ?? null) : null;
  return { entries: transfers.map(buildHistoryEntry), nextCursor: next === null ? null : writeCursor('n', next) };
}

/** A reversal takes a deposit back: a deposit with a negative amount. */
function buildHistoryEntry(row: store.ListedTransfer): HistoryEntry {
  return {
    id: formatTransferId(row),
    type: row.kind === 'reversal' ? 'deposit' : row.kind,
    amountMicros: row.amount,
    balanceAfterMicros: row.balance_after,
    ...(row.tool === null ? {} : { tool: row.tool }),
    ...(row.call_id === null ? {} : { callId: row.call_id }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.source === null ? {} : { source: row.source }),
    at: formatTimestamp(row.at),
  };
}

export async function readReport(
  database: Reads,
  principal: AccountReader,
  { days: count, by }: ReportRequest,
): Promise<UsageReport> {
  const { db } = database;
  const scope = buildScope(principal);
  const nowMs = await database.now();
  const days = Array.from({ length: count }, (_, i) => formatDay(nowMs - (count - 1 - i) * DAY_MS));
  const [account, { byDay, byTool, breakdown }, rewardMicros] = await Promise.all([
    readAccount(database, principal),
    database.read(readUsage, { scope, days, by: by ?? null }),
    store.sumRewards(db, principal.accountId),
  ]);
  const totals = await store.readTotals(db, scope);
  const rowsByDay = new Map(byDay.map((row) => [row.day, row]));
  return {
    agentName: account.name,
    totalSpentMicros: totals.spent,
    totalTransactions: totals.charges,
    topServices: byTool.map(({ tool, charges, spent }) => ({ name: tool, count: charges, spentMicros: spent })),
    dailyBreakdown: days.map((date) => {
      const { spent = 0, charges = 0 } = rowsByDay.get(date) ?? {};
      return { date, spentMicros: spent, transactions: charges };
    }),
    breakdown:
      breakdown?.map(({ charges, settled, spent, ...part }) => ({ ...part, charges, settled, spentMicros: spent })) ??
      null,
    wtTokensEarned: rewardMicros / MICROS_PER_WT,
    balanceMicros: account.balance,
    createdAt: formatTimestamp(account.created_at),
  };
}

export async function listKeys(database: Pick<Reads, 'db' | 'now'>, accountId: string): Promise<SubKey[]> {
  const [rows, nowMs] = await Promise.all([
    store.listSubKeys(database.db, accountId, REVOKED_SHOWN_MAX),
    database.now(),
  ]);
  return rows.map((row) => buildSubKey(row, nowMs));
}

export function buildSubKey(row: PaidKeyRow, nowMs: number): SubKey {
  const expired = row.expires_at !== null && row.expires_at <= nowMs;
  return {
    id: row.lineage,
    name: row.name,
    clientId: row.client_id,
    last4: row.last4,
    caps: readCaps(row),
    spentMicros: row.spent_total,
    createdAt: formatTimestamp(row.created_at),
    expiresAt: row.expires_at === null ? null : formatTimestamp(row.expires_at),
    revokedAt: row.revoked_at === null ? null : formatTimestamp(row.revoked_at),
    lastPaidAt: row.paid_at === null ? null : formatTimestamp(row.paid_at),
    status: row.revoked_at !== null ? 'revoked' : expired ? 'expired' : 'active',
  };
}

export function readCaps(row: ApiKeyRow): Caps {
  return {
    ...(row.cap_total === null ? {} : { totalMicros: row.cap_total }),
    ...(row.cap_per_day === null ? {} : { perDayMicros: row.cap_per_day }),
    ...(row.cap_per_call === null ? {} : { perCallMicros: row.cap_per_call }),
    ...(row.cap_tools === null ? {} : { tools: parseTools(row.cap_tools) }),
  };
}

function parseTools(json: string): string[] {
  const tools: unknown = JSON.parse(json);
  return Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string') : [];
}

/**
 * A part of a composed call has the receipt of the whole. Equal for a call that does not exist, is not the caller's, was
 * free, or still runs: nothing tells them apart.
 */
export async function readReceipt(
  { db }: Pick<Reads, 'db'>,
  principal: AccountReader,
  callId: string,
): Promise<Receipt> {
  const callRow = await store.findCallById(db, callId);
  const call = callRow?.parent_id ? await store.findCallById(db, callRow.parent_id) : callRow;
  const own = call?.account_id === principal.accountId && (principal.isRoot || call.lineage === principal.lineage);
  const parts = call && own ? buildParts(call, await listCallParts(db, call.id)) : null;
  if (!call || !own || (call.price === 0 && parts === null)) {
    throw new FareboxError('NOT_FOUND', { message: 'This call has no receipt.' });
  }
  const closed: Receipt = {
    callId: call.id,
    agentId: call.account_id,
    tool: call.tool,
    mode: call.mode,
    state: call.state,
    amountMicros: call.price,
    at: formatTimestamp(call.closed_at),
  };
  return parts === null ? closed : buildWholeReceipt(closed, parts);
}
