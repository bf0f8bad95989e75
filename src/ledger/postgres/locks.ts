/** Finds operations that would wait for a row locked by another transaction. */
import type pg from 'pg';
import { Command, formatArray, type Statement, sendBurst } from '../../database/postgres/burst.ts';
import type { Operation } from '../operations.ts';

const FIND_LOCKED = (['accounts', 'api_keys', 'open_calls'] as const).map(
  // What can be locked is let go again when the statement ends.
  (table): Statement => ({
    name: `locked_${table}`,
    text: `WITH free AS MATERIALIZED (SELECT id FROM ${table} WHERE id = ANY($1::text[]) FOR UPDATE SKIP LOCKED)
      SELECT id FROM ${table} WHERE id = ANY($1::text[]) EXCEPT SELECT id FROM free`,
  }),
);

export async function listBlockedOperations(client: pg.Client, operations: readonly Operation[]): Promise<Operation[]> {
  const ids = [
    operations.map(({ accountId }) => accountId),
    operations.map(({ keyId }) => keyId),
    operations.map(({ callId }) => callId),
  ];
  const commands = FIND_LOCKED.map((statement, index) => {
    return new Command<{ id: string }>(statement, [formatArray([...new Set(ids[index])])]);
  });
  await sendBurst(client, commands);
  const locked = new Set(commands.flatMap(({ rows }) => rows.map(({ id }) => id)));
  return operations.filter(({ accountId, keyId, callId }) => [accountId, keyId, callId].some((id) => locked.has(id)));
}
