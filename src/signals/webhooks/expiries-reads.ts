/** Finds keys whose expiry is near and was not told yet, and those that were replaced after it was. */
import { sql } from 'kysely';
import type { Db } from '../../database/types.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** A week ahead; short-lived keys when three quarters of their life are over. */
const AHEAD_MS = 7 * DAY_MS;

export interface ExpiringKey {
  id: string;
  account_id: string;
  lineage: string;
  name: string;
  last4: string;
  expires_at: number;
}

/** OAuth clients renew what they are given by themselves. */
export async function listExpiringKeys(db: Db, nowMs: number, limit: number): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    SELECT k.id, k.account_id, k.lineage, k.name, k.last4, k.expires_at FROM api_keys k
    LEFT JOIN told_expiries t ON t.key_id = k.id
    WHERE k.expires_at > ${nowMs} AND k.expires_at <= ${nowMs + AHEAD_MS}
    AND 4 * (k.expires_at - ${nowMs}) <= k.expires_at - k.created_at
    AND k.revoked_at IS NULL AND k.client_id IS NULL AND t.key_id IS NULL
    ORDER BY k.expires_at LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Keys that were replaced or revoked in time. */
export async function listReplacedKeys(db: Db, nowMs: number, limit: number): Promise<ExpiringKey[]> {
  const { rows } = await sql<ExpiringKey>`
    SELECT k.id, k.account_id, k.lineage, k.name, k.last4, k.expires_at FROM told_expiries t
    JOIN api_keys k ON k.id = t.key_id
    WHERE t.state = 'open' AND k.revoked_at IS NOT NULL AND k.expires_at > ${nowMs}
    LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
}
