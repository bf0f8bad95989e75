/** Turns what happened on an account into events: paid calls that ended, deposits, refusals, a low balance. */
import { catalogue } from '../../kernel/errors/catalogue.ts';
import type { ErrorObject } from '../../kernel/errors/errors.ts';
import type { CallRow, RefusedCallRow, TransferRow } from '../../ledger/tables.ts';
import { formatTransferId } from '../../ledger/transfer-numbers.ts';
import { toUsd } from '../../lib/money.ts';
import type { AccountNews } from './account-reads.ts';
import type { AccountStep } from './account-writes.ts';
import type { EventToTell } from './events.ts';

export type AccountNewsStep = Omit<AccountStep, 'mails'> & { isLowNow: boolean };

export function decideStep(accountId: string, news: AccountNews): AccountNewsStep {
  const { watch, transfers, refused, balance } = news;
  const ended = new Map(news.ended.map((call) => [call.id, call]));
  const charges = transfers.flatMap(({ kind, call_id }) => (kind === 'charge' && call_id !== null ? [call_id] : []));
  const isCharged = new Set(charges);
  const { low_balance: least } = watch;
  const isLow = least !== null && balance < least;
  const isLowNow = isLow && watch.is_low === 0;
  const lowEvents: EventToTell[] = isLowNow
    ? [{ event: 'balance.low', data: { agentId: accountId, balance: toUsd(balance), threshold: toUsd(least) } }]
    : [];
  return {
    accountId,
    from: { seq: watch.seq, refused_at: watch.refused_at, is_low: watch.is_low },
    to: {
      seq: transfers.at(-1)?.seq ?? watch.seq,
      refused_at: Math.max(watch.refused_at, news.refusedTo),
      is_low: isLow ? 1 : 0,
    },
    events: [
      ...transfers.flatMap((transfer) => listTransferEvents(transfer, ended)),
      ...refused.map(buildRefusal),
      ...lowEvents,
    ],
    running: charges.filter((id) => !ended.has(id)),
    ended: news.ended
      .filter(({ id }) => !isCharged.has(id))
      .map((call) => ({ callId: call.id, event: buildCall(call) })),
    caps: refused.filter(({ cap }) => cap !== null),
    isLowNow,
  };
}

function listTransferEvents(transfer: TransferRow, ended: ReadonlyMap<string, CallRow>): EventToTell[] {
  const { kind, call_id, source, amount, balance_after, reason, at, mode, account_id } = transfer;
  if (kind === 'charge') {
    const call = call_id === null ? undefined : ended.get(call_id);
    return call ? [buildCall(call)] : [];
  }
  if (kind === 'refund') return [];
  const data = {
    ...{ id: formatTransferId(transfer), agentId: account_id, mode, source, reason },
    ...{ amount: toUsd(amount), balanceAfter: toUsd(balance_after), at: new Date(at).toISOString() },
  };
  return [{ event: kind === 'deposit' ? 'deposit.received' : 'deposit.reversed', data }];
}

function buildCall(call: CallRow): EventToTell {
  const {
    id,
    account_id,
    mode,
    lineage,
    tool,
    price,
    state,
    reason,
    failure,
    opened_at,
    closed_at,
    parent_id,
    task_ref,
  } = call;
  const error: ErrorObject | null = failure === null ? null : JSON.parse(failure);
  const isSettled = state === 'settled';
  const data = {
    ...{ callId: id, agentId: account_id, mode, keyId: lineage, tool, outcome: state },
    ...{ price: toUsd(price), charged: isSettled ? toUsd(price) : 0 },
    ...(reason === null ? {} : { reason }),
    ...(error === null ? {} : { error: { code: error.code, message: error.message } }),
    ...(parent_id === null ? {} : { partOf: parent_id }),
    ...(task_ref === null ? {} : { taskRef: task_ref }),
    ...{ at: new Date(opened_at).toISOString(), endedAt: new Date(closed_at).toISOString() },
  };
  return { event: isSettled ? 'call.settled' : 'call.refunded', data };
}

function buildRefusal({ id, account_id, lineage, tool, price, code, cap, at }: RefusedCallRow): EventToTell {
  const data = {
    ...{ callId: id, agentId: account_id, keyId: lineage, tool, outcome: 'refused', price: toUsd(price), charged: 0 },
    error: { code, message: catalogue[code].message },
    ...(cap === null ? {} : { cap }),
    at: new Date(at).toISOString(),
  };
  return { event: 'call.refused', data };
}
