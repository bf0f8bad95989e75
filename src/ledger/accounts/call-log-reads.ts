/** Reads an account's calls, newest first: those in the ledger and those refused. */
import { sql } from 'kysely';
import { defineRead } from '../../database/define.ts';
import type { Db } from '../../database/types.ts';
import type { RefusedCallRow } from '../tables.ts';
import { buildCall, buildEndedCall, type CallLogInput, type LoggedCall, type LogPosition } from './call-log-types.ts';
import { listChargedCalls } from './call-log-walk.ts';

export interface CallLogPage {
  calls: LoggedCall[];
  /** Where to go on; null at the end. A page may be short, or empty, before that. */
  next: LogPosition | null;
}

const START = { at: Number.MAX_SAFE_INTEGER, id: '' };

export const listCalls = defineRead('calls.listCalls', async ({ db }, input: CallLogInput): Promise<CallLogPage> => {
  const { limit, before } = input;
  const charged = await listChargedCalls(db, input);
  const others = (await listOtherCalls(db, input))
    .filter(({ at }) => charged.endAt === null || at > charged.endAt)
    .sort(compareNewestFirst);
  const calls: LoggedCall[] = [];
  let [i, j] = [0, 0];
  while (calls.length < limit) {
    const [paid, other] = [charged.calls[i], others[j]];
    if (paid && (!other || paid.call.at >= other.at)) {
      calls.push(paid.call);
      i++;
    } else if (other) {
      calls.push(other);
      j++;
    } else break;
  }
  const transfer = charged.calls[i]?.transfer ?? charged.next;
  const { at, id } = others[j - 1] ?? before ?? START;
  return { calls, next: transfer === null && j === others.length ? null : { at, id, transfer } };
});

const compareNewestFirst = (a: LoggedCall, b: LoggedCall): number => b.at - a.at || (a.id < b.id ? 1 : -1);

/** Calls without a charge. */
async function listOtherCalls(db: Db, input: CallLogInput): Promise<LoggedCall[]> {
  const { outcome } = input;
  const lists = await Promise.all([
    outcome === 'refused' || outcome === 'running' ? [] : listFreeCalls(db, input),
    outcome === null || outcome === 'running' ? listRunningCalls(db, input) : [],
    outcome === null || outcome === 'refused' ? listRefusedCalls(db, input) : [],
  ]);
  return lists.flat();
}

/** Free calls that have ended, along their index. */
async function listFreeCalls(db: Db, input: CallLogInput): Promise<LoggedCall[]> {
  const { accountId, lineage, tool, outcome, fromMs, toMs, limit } = input;
  const { at, id } = input.before ?? START;
  let query = db
    .selectFrom('calls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('price', '=', sql.lit(0))
    .where('opened_at', '>=', fromMs)
    .where('opened_at', '<', toMs)
    .where('opened_at', '<=', at)
    .where((eb) => eb.or([eb('opened_at', '<', at), eb('id', '<', id)]));
  if (lineage !== null) query = query.where('lineage', '=', lineage);
  if (tool !== null) query = query.where('tool', '=', tool);
  if (outcome === 'settled' || outcome === 'refunded') query = query.where('state', '=', outcome);
  const rows = await query
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(buildEndedCall);
}

/** All calls of the account that run: no more than may run at once. */
async function listRunningCalls(db: Db, input: CallLogInput): Promise<LoggedCall[]> {
  const { accountId, lineage, tool, fromMs, toMs } = input;
  const { at, id } = input.before ?? START;
  const rows = await db.selectFrom('open_calls').selectAll().where('account_id', '=', accountId).execute();
  return rows
    .filter((row) => (lineage ?? row.lineage) === row.lineage && (tool ?? row.tool) === row.tool)
    .filter(({ opened_at }) => opened_at >= fromMs && opened_at < toMs)
    .filter((row) => row.opened_at < at || (row.opened_at === at && row.id < id))
    .map((row) => ({ ...buildCall(row), outcome: 'running', closedAt: null, reason: null, failure: null }));
}

async function listRefusedCalls(db: Db, input: CallLogInput): Promise<LoggedCall[]> {
  const { accountId, lineage, tool, fromMs, toMs, limit } = input;
  const { at, id } = input.before ?? START;
  let query = db
    .selectFrom('refused_calls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', fromMs)
    .where('at', '<', toMs)
    .where('at', '<=', at)
    .where((eb) => eb.or([eb('at', '<', at), eb('id', '<', id)]));
  if (lineage !== null) query = query.where('lineage', '=', lineage);
  if (tool !== null) query = query.where('tool', '=', tool);
  const rows = await query
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(buildRefusedCall);
}

const buildRefusedCall = ({ account_id: _account, ...call }: RefusedCallRow): LoggedCall => ({
  ...call,
  outcome: 'refused',
  closedAt: call.at,
  reason: null,
  failure: null,
  parentId: null,
  taskRef: null,
});
