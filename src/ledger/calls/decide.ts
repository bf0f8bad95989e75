/**
 * The rules of T1 and T2, once for both databases: rows in, verdict and row changes out. No I/O, no clock of its own.
 * See money.md §1–4, §7 and §9 for each rule.
 */
import { formatDay } from '../../database/clock.ts';
import type { OpenRefusal, ReceiptPart } from '../../kernel/ports.ts';
import { toExact } from '../../lib/money.ts';
import {
  type BookedAccount,
  type BookedCall,
  type BookedKey,
  type Books,
  buildClosedRow,
  formatClaimName,
  formatRefundsName,
} from '../books.ts';
import {
  CLAIM_JOINERS_MAX,
  type CloseOperation,
  type CloseVerdict,
  DEADLINE_GRACE_MS,
  HOUR_MS,
  type OpenOperation,
  type OpenVerdict,
  REPLAY_MS,
  type RecordedAnswer,
} from '../operations.ts';
import { buildParts } from '../receipts/receipt-parts.ts';
import type { OpenCallRow } from '../tables.ts';
import { chargeTask, checkTask, refundTask } from '../tasks.ts';
import { checkCaps, checkToolCap } from './caps.ts';

const refuse = (refusal: OpenRefusal): OpenVerdict => ({ is: 'refused', refusal });

/** T1. Order: the key and its account, idempotency, the call it is a part of, caps, refund limit, balance. */
export function decideOpen(books: Books, operation: OpenOperation, refundsPerHour: number): OpenVerdict {
  const account = books.accounts.get(operation.accountId);
  const key = books.keys.get(operation.keyId);
  if (!account || !key || key.account_id !== account.id || account.mode !== operation.mode)
    return refuse({ refused: 'key' });
  const verdictOfFirstTry = operation.retried ? findFirstTry(books, operation, account) : null;
  if (verdictOfFirstTry) return verdictOfFirstTry;
  if (key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= books.nowMs)) {
    return refuse({ refused: 'key' });
  }
  if (account.status !== 'active') return refuse({ refused: 'status' });
  const verdict = operation.claim ? joinEarlierCall(books, operation.claim) : null;
  if (verdict) return verdict;
  const parent = operation.parentId === null ? null : findOpenParent(books, operation.parentId, operation, key);
  if (parent === undefined) return refuse({ refused: 'parent' });
  const refusal =
    checkToolCap(key, operation.tool) ??
    (operation.price > 0
      ? (checkCaps(books, operation, key) ??
        checkTask(books, operation, parent) ??
        checkRefunds(books, operation, account, refundsPerHour) ??
        checkBalance(operation, account))
      : null);
  if (refusal) return refuse(refusal);
  const call = addOpenCall(books, operation, key, parent);
  if (operation.price > 0) {
    charge(books, call, account, key);
    chargeTask(books, call, parent === null ? operation.task : null);
  }
  return { is: 'opened', balance: account.balance };
}

/** The first try of this very operation may have committed although its answer got lost. */
function findFirstTry(books: Books, operation: OpenOperation, account: BookedAccount): OpenVerdict | null {
  const open = books.open.get(operation.callId);
  if (open?.owner === operation.owner) return { is: 'opened', balance: account.balance };
  return open || books.closed.has(operation.callId) ? { is: 'seen', callId: operation.callId, settled: false } : null;
}

function joinEarlierCall(books: Books, claim: NonNullable<OpenOperation['claim']>): OpenVerdict | null {
  const row = books.claims.get(formatClaimName(claim.scope, claim.key));
  if (!row || (row.expires_at !== null && row.expires_at <= books.nowMs)) return null;
  if (row.fingerprint !== claim.fingerprint) return refuse({ refused: 'conflict' });
  if (row.expires_at !== null) return { is: 'seen', callId: row.call_id, settled: true };
  if (row.joiners >= CLAIM_JOINERS_MAX) return refuse({ refused: 'joiners' });
  row.joiners += 1;
  books.changes.claimsJoined.push({ scope: row.scope, key: row.key, call_id: row.call_id });
  return { is: 'seen', callId: row.call_id, settled: false };
}

/** Undefined when that call is not open any more, is not the same caller's, or is a part itself. */
function findOpenParent(
  books: Books,
  parentId: string,
  operation: OpenOperation,
  key: BookedKey,
): OpenCallRow | undefined {
  const parent = books.open.get(parentId);
  const isWhole = parent?.owner === operation.owner && parent.parent_id === null;
  return isWhole && parent.account_id === operation.accountId && parent.lineage === key.lineage ? parent : undefined;
}

function checkBalance(
  { price, needsDeposit }: OpenOperation,
  { balance, deposited }: BookedAccount,
): OpenRefusal | null {
  if (price <= (needsDeposit ? Math.min(balance, deposited) : balance)) return null;
  const money = { balanceMicros: balance, requiredMicros: price };
  return { refused: 'balance', ...money, ...(price <= balance ? { needsDeposit: true } : {}) };
}

/**
 * Running calls may fail as well: an account has no more calls open than refunds are left to it, and one more for each
 * call that it has settled. A part runs within a whole that was counted.
 */
function checkRefunds(
  books: Books,
  { tool, parentId }: OpenOperation,
  account: BookedAccount,
  limit: number,
): OpenRefusal | null {
  const refunds = books.refunds.get(formatRefundsName(account.id, tool)) ?? [];
  if (refunds.length >= limit) {
    const oldest = refunds[limit - 1] ?? books.nowMs;
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + HOUR_MS - books.nowMs) / 1000));
    if (oldest > books.nowMs - HOUR_MS) return { refused: 'refund-limit', limit, retryAfterSeconds };
  }
  const open = books.openCounts.get(account.id);
  if (open === undefined) return null;
  account.settled_seen = account.charges_count - account.refunds_count - open;
  if (parentId !== null || refunds.length + open < limit + account.settled_seen) return null;
  return { refused: 'refund-limit', limit, retryAfterSeconds: 1 };
}

function addOpenCall(books: Books, operation: OpenOperation, key: BookedKey, parent: OpenCallRow | null): OpenCallRow {
  const { changes, nowMs } = books;
  const call: OpenCallRow = {
    id: operation.callId,
    mode: operation.mode,
    account_id: key.account_id,
    key_id: key.id,
    lineage: key.lineage,
    tool: operation.tool,
    price: toExact(operation.price),
    owner: operation.owner,
    // A part waits for the whole: it is overdue when the whole is.
    deadline_at: parent?.deadline_at ?? nowMs + operation.timeoutMs,
    opened_at: nowMs,
    claim_scope: operation.claim?.scope ?? null,
    claim_key: operation.claim?.key ?? null,
    parent_id: operation.parentId,
    task_ref: parent === null ? (operation.task?.ref ?? null) : parent.task_ref,
  };
  changes.opened.push(call);
  books.open.set(call.id, call);
  if (operation.claim) {
    const claim = { ...operation.claim, call_id: call.id, joiners: 0, expires_at: null };
    books.claims.set(formatClaimName(claim.scope, claim.key), claim);
    changes.claimsAdded.push(claim);
  }
  return call;
}

function charge(books: Books, call: OpenCallRow, account: BookedAccount, key: BookedKey): void {
  const { price } = call;
  changeOpenCount(books, account.id, 1);
  account.charges_count += 1;
  account.spent = toExact(account.spent + price);
  books.postTransfer(account, 'charge', call, null);
  books.bookUsage(call, 'charge');
  if (key.is_root) {
    account.root_paid_at = books.nowMs;
    return;
  }
  key.charges_count += 1;
  key.spent_total = toExact(key.spent_total + price);
  key.spent_on_day = (key.spent_day === books.day ? key.spent_on_day : 0) + price;
  key.spent_day = books.day;
  books.changes.keys.add(key);
}

/** T2, and the sweeper's refunds. */
export function decideClose(books: Books, operation: CloseOperation): CloseVerdict {
  const account = books.accounts.get(operation.accountId);
  if (!account) return { is: 'lost' };
  const call = books.open.get(operation.callId);
  if (call?.owner !== operation.owner) {
    // Only a first try of ours can have settled it; a refund is a refund whoever booked it.
    const closed = operation.retried ? books.closed.get(operation.callId) : undefined;
    const isSame = closed?.state === (operation.settled ? 'settled' : 'refunded');
    return isSame ? buildCloseVerdict(books, operation, closed, account) : { is: 'lost' };
  }
  if (operation.overdueOnly && call.deadline_at + DEADLINE_GRACE_MS > books.nowMs) return { is: 'lost' };
  const closed = endCall(books, operation, call, account);
  if (operation.children !== null) {
    for (const child of books.listOpenChildren(call.id))
      endCall(books, buildChildEnd(operation, child), child, account);
  }
  return buildCloseVerdict(books, operation, closed, account);
}

function buildCloseVerdict(
  books: Books,
  operation: CloseOperation,
  call: BookedCall,
  { balance }: BookedAccount,
): CloseVerdict {
  const { tool, mode, price, closed_at: at } = call;
  const parts: ReceiptPart[] | null =
    operation.children === null ? null : buildParts(call, books.listClosedChildren(call.id));
  return { is: 'closed', balance, at, tool, mode, price, parts };
}

type CallEnd = Pick<CloseOperation, 'settled' | 'answer' | 'reason' | 'failure' | 'cost'>;

/**
 * End of a part, with its whole: settled if both are; a part without an outcome is refunded like the whole, or as ours.
 */
function buildChildEnd(operation: CloseOperation, child: OpenCallRow): CallEnd {
  const end = operation.children?.find(({ callId }) => callId === child.id);
  const cost = end?.cost ?? null;
  if (operation.settled && end?.settled) return { settled: true, answer: null, reason: null, failure: null, cost };
  const reason = end?.reason ?? operation.reason ?? 'internal';
  return { settled: false, answer: null, reason, failure: end?.failure ?? operation.failure, cost };
}

function endCall(books: Books, operation: CallEnd, call: OpenCallRow, account: BookedAccount): BookedCall {
  const closed = buildClosedRow(operation, call, books.nowMs);
  books.open.delete(call.id);
  books.closed.set(call.id, closed);
  books.changes.closed.push(closed);
  if (call.price > 0) changeOpenCount(books, account.id, -1);
  if (operation.settled) settle(books, operation, call, account);
  else refund(books, operation, call, account);
  return closed;
}

function changeOpenCount(books: Books, accountId: string, delta: 1 | -1): void {
  const open = books.openCounts.get(accountId);
  if (open !== undefined) books.openCounts.set(accountId, open + delta);
}

/** Writes nothing about the account: what is neither open nor refunded was settled. */
function settle(books: Books, operation: CallEnd, call: OpenCallRow, account: BookedAccount): void {
  if (call.claim_scope === null || call.claim_key === null) return;
  const expires_at = books.nowMs + REPLAY_MS;
  books.changes.claimsSettled.push({ scope: call.claim_scope, key: call.claim_key, call_id: call.id, expires_at });
  if (operation.answer !== null) keepAnswer(books, operation.answer, call, account);
  const claim = books.claims.get(formatClaimName(call.claim_scope, call.claim_key));
  if (claim?.call_id === call.id) claim.expires_at = expires_at;
}

function keepAnswer(
  { changes, nowMs }: Books,
  { body, bytes, accountBytesMax }: RecordedAnswer,
  call: OpenCallRow,
  account: BookedAccount,
): void {
  if (account.answer_bytes + bytes > accountBytesMax) return;
  account.answer_bytes += bytes;
  changes.accounts.add(account);
  changes.answers.push({ call_id: call.id, body, expires_at: nowMs + REPLAY_MS, account_id: account.id, bytes });
}

function refund(books: Books, operation: CallEnd, call: OpenCallRow, account: BookedAccount): void {
  const { changes } = books;
  if (call.claim_scope !== null && call.claim_key !== null) {
    changes.claimsFreed.push({ scope: call.claim_scope, key: call.claim_key, call_id: call.id });
    const name = formatClaimName(call.claim_scope, call.claim_key);
    if (books.claims.get(name)?.call_id === call.id) books.claims.delete(name);
  }
  if (call.price === 0) return;
  account.refunds_count += 1;
  account.spent = toExact(account.spent - call.price);
  books.postTransfer(account, 'refund', call, operation.reason);
  books.bookUsage(call, 'refund');
  freeCap(books, call);
  refundTask(books, call);
  // A crash is nobody's way to farm free work, and what was not sent was no work: neither counts against the caller's limit.
  if (operation.reason === 'crash' || operation.reason === 'not_sent') return;
  account.refunded_at = books.nowMs;
  const name = formatRefundsName(account.id, call.tool);
  const recent = books.refunds.get(name);
  if (recent) recent.unshift(books.nowMs);
  else books.refunds.set(name, [books.nowMs]);
}

/** A refund frees a day cap only within the charge's own day; the lineage's counters are on its current key. */
function freeCap(books: Books, call: OpenCallRow): void {
  const key = books.findSubKey(call);
  if (!key) return;
  key.refunds_count += 1;
  key.spent_total = toExact(key.spent_total - call.price);
  if (key.spent_day === formatDay(call.opened_at)) key.spent_on_day -= call.price;
  books.changes.keys.add(key);
}
