/** Tokens of sessions, and who they belong to. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { SessionPrincipal } from '../../kernel/principal.ts';
import { createTimeOrderedId, sha256Hex } from '../../lib/ids.ts';
import { isOperator, type Presentation } from '../present.ts';
import { findSessionByHash } from '../reads.ts';
import type { NewSession } from './sign-in-writes.ts';

const PREFIX = 'fbs_';
const TOKEN = /^fbs_[\w-]{43}$/;
const TOKEN_BYTES = 32;

export function createSession(lifetimeMs: number): { token: string; stored: NewSession } {
  const token = `${PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
  return { token, stored: { id: createTimeOrderedId('ses_'), hash: sha256Hex(token), lifetimeMs } };
}

export async function identifySession(
  database: Pick<Database, 'db' | 'now'>,
  presentation: Presentation,
  token: string,
  ip: string,
): Promise<SessionPrincipal | null> {
  return TOKEN.test(token) ? await identifySessionByHash(database, presentation, sha256Hex(token), ip) : null;
}

/**
 * Reads the session's row on each request, with the role of the moment: who was removed, or has logged out, is refused on
 * the very next one, at every instance.
 */
export async function identifySessionByHash(
  { db, now }: Pick<Database, 'db' | 'now'>,
  presentation: Presentation,
  hash: string,
  ip: string,
): Promise<SessionPrincipal | null> {
  const [found, nowMs] = await Promise.all([findSessionByHash(db, hash), now()]);
  if (!found) return null;
  const { role } = found;
  if (found.ended_at !== null || found.expires_at <= nowMs || role === null) {
    throw new FareboxError('UNAUTHENTICATED', { message: 'This session has ended.', next: 'Sign in again.' });
  }
  return {
    kind: 'session',
    mode: 'live',
    ip,
    sessionId: found.id,
    userId: found.user_id,
    email: found.email,
    companyId: found.company_id,
    accountId: found.account_id,
    role,
    isOperator: isOperator(presentation, found),
    status: found.status,
  };
}
