/** The paid calls of an account's log: along its transfers, each of which names the one before. */
import { sql } from 'kysely';
import type { Db } from '../../database/types.ts';
import { findNewestTransfer, type Scope, walkTransfers } from './account-queries.ts';
import { buildEndedCall, type CallLogInput, type EndedCall, type LoggedCall } from './call-log-types.ts';

/** Transfers that a page looks at: the calls of a rare tool in a long log are found a portion at a time. */
const EXAMINED_MAX = 5_000;
const PORTION = 1_000;

export interface ChargedCalls {
  calls: { transfer: number; call: LoggedCall }[];
  /** The transfer with which it goes on behind the last of them; null when none is left. */
  next: number | null;
  /** What is older has not been looked at; null: nothing is, or the page is full before. */
  endAt: number | null;
}

const NONE: ChargedCalls = { calls: [], next: null, endAt: null };

export async function listChargedCalls(db: Db, input: CallLogInput): Promise<ChargedCalls> {
  const { outcome, limit, before, fromMs } = input;
  const scope = outcome === 'refused' || outcome === 'running' ? null : await findScope(db, input);
  if (!scope) return NONE;
  const calls: ChargedCalls['calls'] = [];
  let next = before ? before.transfer : await findNewestTransfer(db, scope);
  let endAt: number | null = null;
  for (let examined = 0; next !== null && calls.length <= limit && examined < EXAMINED_MAX; ) {
    const rows: WalkedCall[] = await listWalked(db, scope, next, examined === 0 ? limit + 1 : PORTION);
    for (const row of rows) {
      if (row.at < fromMs) return { calls, next: null, endAt: null };
      if (isAskedFor(row, input)) calls.push({ transfer: row.n, call: buildEndedCall(row) });
    }
    examined += rows.length;
    const last = rows.at(-1);
    next = last?.next ?? null;
    endAt = last?.at ?? null;
  }
  return { calls, next, endAt: next === null || calls.length > limit ? null : endAt };
}

/** A root key's transfers have no list of their own: they are found among those of the account. Null for a key of nobody's. */
async function findScope(db: Db, { accountId, lineage }: CallLogInput): Promise<Scope | null> {
  if (lineage === null) return { accountId, lineage };
  const key = await db
    .selectFrom('api_keys')
    .select('is_root')
    .where('lineage', '=', lineage)
    .where('account_id', '=', accountId)
    .where('replaced_by', 'is', null)
    .executeTakeFirst();
  return key ? { accountId, lineage: key.is_root ? null : lineage } : null;
}

/** A transfer; of the charge of a call that has ended with that call. */
type WalkedCall = { n: number; seq: number; next: number | null; at: number } & (
  | EndedCall
  | Record<keyof EndedCall, null>
);

async function listWalked(db: Db, scope: Scope, start: number, limit: number): Promise<WalkedCall[]> {
  const { rows } = await sql<WalkedCall>`
    ${walkTransfers(scope, start, limit)} SELECT w.n, w.seq, w.next, w.at, c.id, c.opened_at, c.lineage, c.tool, c.price,
    c.parent_id, c.task_ref, c.state, c.closed_at, c.reason, c.failure FROM walk w
    LEFT JOIN calls c ON c.id = w.call_id AND w.kind = 'charge'`.execute(db);
  return rows.sort((a, b) => b.seq - a.seq);
}

function isAskedFor<Row extends WalkedCall>(row: Row, input: CallLogInput): row is Row & EndedCall {
  const { lineage, tool, outcome, toMs } = input;
  if (row.id === null || row.at >= toMs) return false;
  return (
    (lineage === null || row.lineage === lineage) &&
    (tool === null || row.tool === tool) &&
    (outcome === null || row.state === outcome)
  );
}
