/** Changes of a batch to idempotency keys and their recorded answers. */
import { Command, type Statement } from '../../database/postgres/burst.ts';
import type { Changes } from '../books.ts';
import { formatArrays, pickColumns } from './unnest.ts';

const FREE_CLAIMS: Statement = {
  name: 'free_claims',
  text: `DELETE FROM idempotency i USING unnest(${formatArrays('text text text')}) AS v (scope, key, call_id)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
const SETTLE_CLAIMS: Statement = {
  name: 'settle_claims',
  text: `UPDATE idempotency i SET expires_at = v.expires_at
  FROM unnest(${formatArrays('text text text bigint')}) AS v (scope, key, call_id, expires_at)
  WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
/** Replaces an expired claim only; anything else in its place divides by zero. */
const ADD_CLAIMS: Statement = {
  name: 'add_claims',
  text: `WITH added AS (INSERT INTO idempotency AS i (scope, key, fingerprint, call_id)
  SELECT * FROM unnest(${formatArrays('text text text text')}) ORDER BY 1, 2
  ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, call_id = excluded.call_id, joiners = 0,
  expires_at = NULL WHERE i.expires_at <= $5::bigint RETURNING 1) SELECT 1 / (count(*) = $6::int)::int FROM added`,
};
const JOIN_CLAIMS: Statement = {
  name: 'join_claims',
  text: `UPDATE idempotency i SET joiners = i.joiners + v.count FROM
  (SELECT scope, key, call_id, count(*)::int AS count FROM unnest(${formatArrays('text text text')}) AS n (scope, key, call_id)
  GROUP BY 1, 2, 3) v WHERE i.scope = v.scope AND i.key = v.key AND i.call_id = v.call_id`,
};
const ADD_ANSWERS: Statement = {
  name: 'add_answers',
  text: `INSERT INTO answers (call_id, body, expires_at, account_id, bytes)
  SELECT * FROM unnest(${formatArrays('text text bigint text bigint')})`,
};

export function listClaimWrites(changes: Changes, nowMs: number): Command[] {
  const commands: Command[] = [];
  const { claimsFreed, claimsSettled, claimsAdded, claimsJoined, answers } = changes;
  if (claimsFreed.length > 0) {
    commands.push(new Command(FREE_CLAIMS, pickColumns(claimsFreed, ['scope', 'key', 'call_id'])));
  }
  if (claimsSettled.length > 0) {
    const values = pickColumns(claimsSettled, ['scope', 'key', 'call_id', 'expires_at']);
    commands.push(new Command(SETTLE_CLAIMS, values));
  }
  if (claimsAdded.length > 0) {
    const values = pickColumns(claimsAdded, ['scope', 'key', 'fingerprint', 'call_id']);
    commands.push(new Command(ADD_CLAIMS, [...values, String(nowMs), String(claimsAdded.length)]));
  }
  if (claimsJoined.length > 0) {
    commands.push(new Command(JOIN_CLAIMS, pickColumns(claimsJoined, ['scope', 'key', 'call_id'])));
  }
  if (answers.length > 0) {
    const columns = ['call_id', 'body', 'expires_at', 'account_id', 'bytes'] as const;
    commands.push(new Command(ADD_ANSWERS, pickColumns(answers, columns)));
  }
  return commands;
}
