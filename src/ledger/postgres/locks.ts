/** Which operations would have to wait for a row that another transaction has locked. */
import type pg from 'pg';
import { sendBurst } from '../../database/postgres/burst.ts';
import type { Op } from '../op.ts';

export async function listBlockedOps(client: pg.Client, ops: readonly Op[]): Promise<Op[]> {
  const [accounts, keys, calls] = await sendBurst([
    queryLocked(client, 'accounts', new Set(ops.map(({ accountId }) => accountId))),
    queryLocked(client, 'api_keys', new Set(ops.map(({ keyId }) => keyId))),
    queryLocked(client, 'calls', new Set(ops.map(({ callId }) => callId))),
  ]);
  const locked = new Set([...accounts.rows, ...keys.rows, ...calls.rows].map(({ id }) => id));
  return ops.filter(({ accountId, keyId, callId }) => [accountId, keyId, callId].some((id) => locked.has(id)));
}

/** What can be locked is let go again when the statement ends. */
function queryLocked(
  client: pg.Client,
  table: string,
  ids: ReadonlySet<string>,
): Promise<pg.QueryResult<{ id: string }>> {
  return client.query({
    name: `locked_${table}`,
    text: `WITH free AS MATERIALIZED (SELECT id FROM ${table} WHERE id = ANY($1) FOR UPDATE SKIP LOCKED)
      SELECT id FROM ${table} WHERE id = ANY($1) EXCEPT SELECT id FROM free`,
    values: [[...ids]],
  });
}
