/** What has become of an account's calls, newest first: those in the ledger, and those that were refused. */
import { defineRead } from '../database/define.ts';
import type { Db } from '../database/types.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { CallRow, RefusedCallRow } from './tables.ts';

/** Calls that a page looks at: those of a rare tool in a long log are found a portion at a time. */
const EXAMINED_MAX = 5_000;

export type CallOutcome = 'settled' | 'refunded' | 'running' | 'refused';

export interface LogPosition {
  at: number;
  id: string;
}

export interface CallLogInput {
  accountId: string;
  /** Of one key and those that it was rotated from and to; null: of all keys. */
  lineage: string | null;
  tool: string | null;
  outcome: CallOutcome | null;
  /** From this moment on, and before that one. */
  fromMs: number;
  toMs: number;
  /** Older than this. */
  before: LogPosition | null;
  limit: number;
}

export interface LoggedCall extends LogPosition {
  lineage: string;
  tool: string;
  price: number;
  outcome: CallOutcome;
  closedAt: number | null;
  /** Why it was refunded. */
  reason: CallRow['reason'];
  /** JSON of the error that a refunded call ended with. */
  failure: string | null;
  /** What a refused call was told. */
  code: ErrorCode | null;
  cap: string | null;
  parentId: string | null;
}

export interface CallLogPage {
  calls: LoggedCall[];
  /** Where to go on; null at the end. A page may be short, or empty, before that. */
  next: LogPosition | null;
}

export const listCalls = defineRead('calls.listCalls', async ({ db }, input: CallLogInput): Promise<CallLogPage> => {
  const { outcome, limit } = input;
  const [closed, refused] = await Promise.all([
    outcome === 'refused' ? { calls: [], end: null } : listLedgerCalls(db, input),
    outcome === null || outcome === 'refused' ? listRefusedCalls(db, input) : [],
  ]);
  const { end } = closed;
  const merged = [...closed.calls, ...refused].sort(compareNewestFirst);
  const page = end === null ? merged : merged.filter((call) => compareNewestFirst(call, end) <= 0);
  const calls = page.slice(0, limit);
  const last = calls.at(-1);
  return { calls, next: page.length > limit && last ? { at: last.at, id: last.id } : end };
});

const compareNewestFirst = (a: LogPosition, b: LogPosition): number =>
  b.at - a.at || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);

const STATES = { settled: 'settled', refunded: 'refunded', running: 'open' } as const;
const OUTCOMES = { settled: 'settled', refunded: 'refunded', open: 'running' } as const;

/** `end`: what is older has not been looked at; null: nothing is, or the page is full before. */
async function listLedgerCalls(db: Db, input: CallLogInput): Promise<{ calls: LoggedCall[]; end: LogPosition | null }> {
  const { lineage, tool, outcome, limit } = input;
  const isFiltered = lineage !== null || tool !== null || outcome !== null;
  const end = isFiltered
    ? ((await selectCalls(db, input).offset(EXAMINED_MAX).limit(1).executeTakeFirst()) ?? null)
    : null;
  let query = selectCalls(db, input).select(['lineage', 'tool', 'price', 'state', 'closed_at', 'reason', 'failure']);
  if (end) query = query.where('opened_at', '>=', end.at);
  if (lineage !== null) query = query.where('lineage', '=', lineage);
  if (tool !== null) query = query.where('tool', '=', tool);
  if (outcome !== null && outcome !== 'refused') query = query.where('state', '=', STATES[outcome]);
  const rows = await query
    .select('parent_id')
    .limit(limit + 1)
    .execute();
  const calls = rows.map(({ state, closed_at, parent_id, ...call }) => ({
    ...call,
    outcome: OUTCOMES[state],
    closedAt: closed_at,
    code: null,
    cap: null,
    parentId: parent_id,
  }));
  return { calls, end };
}

/** Positions of an account's calls, along their index. */
function selectCalls(db: Db, { accountId, fromMs, toMs, before }: CallLogInput) {
  const query = db
    .selectFrom('calls')
    .select(['id', 'opened_at as at'])
    .where('account_id', '=', accountId)
    .where('opened_at', '>=', fromMs)
    .where('opened_at', '<', toMs)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc');
  if (!before) return query;
  const { at, id } = before;
  return query.where('opened_at', '<=', at).where((eb) => eb.or([eb('opened_at', '<', at), eb('id', '<', id)]));
}

async function listRefusedCalls(db: Db, input: CallLogInput): Promise<LoggedCall[]> {
  const { accountId, lineage, tool, fromMs, toMs, before, limit } = input;
  let query = db
    .selectFrom('refused_calls')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('at', '>=', fromMs)
    .where('at', '<', toMs);
  if (lineage !== null) query = query.where('lineage', '=', lineage);
  if (tool !== null) query = query.where('tool', '=', tool);
  if (before) {
    const { at, id } = before;
    query = query.where('at', '<=', at).where((eb) => eb.or([eb('at', '<', at), eb('id', '<', id)]));
  }
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
});
