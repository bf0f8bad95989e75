/** Records that operators look up and revoke: invites, operators, the audit log and an account's calls. */

import { readTimeCursor, writeCursor } from '../../database/cursor.ts';
import type { Database } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import { formatTimestamp } from '../../ledger/accounts/account-answers.ts';
import { findAccountById } from '../../ledger/accounts/account-queries.ts';
import type { CallLogEntry, CallLogRequest } from '../../ledger/accounts/accounts-types.ts';
import { readCallLog } from '../../ledger/accounts/call-log.ts';
import type { AuditActor } from '../../ledger/audit.ts';
import { listAudit } from '../../ledger/receipts/record-reads.ts';
import { parseMailAddress } from '../../lib/mail-address.ts';
import type { Micros } from '../../lib/money.ts';
import { listInvites } from '../invites/invite-reads.ts';
import type { InviteRow } from '../invites/invite-tables.ts';
import { type InviteState, readInviteState } from '../invites/invite-types.ts';
import { revokeInvite } from '../invites/invite-writes.ts';
import { listOperators } from './operator-reads.ts';
import { demoteOperator } from './operator-writes.ts';

export interface InviteEntry {
  id: string;
  state: Exclude<InviteState, 'unknown'>;
  uses: number;
  used: number;
  grantMicros: Micros;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
}

export interface AuditEntryShown {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  ipPrefix: string | null;
  details: Record<string, unknown>;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  cursor?: string | undefined;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

export interface OperatorRecords {
  /** Newest first, fifty a page. */
  listInvites(cursor?: string): Promise<Page<InviteEntry>>;
  /** Nobody can use it any more. Throws NOT_FOUND. */
  revokeInvite(id: string): Promise<{ changed: boolean }>;
  /** Those whom an operator has made one; the ones of ADMIN_EMAILS are in the configuration. */
  listOperators(): Promise<{ email: string; lastLoginAt: string | null }[]>;
  /** Their sessions lose the rights at once. Throws NOT_FOUND for who is none, CONFLICT for oneself. */
  demote(email: string): Promise<{ email: string }>;
  /** Newest first, fifty a page. */
  readAudit(filter: AuditFilter): Promise<Page<AuditEntryShown>>;
  /** Newest first. Throws NOT_FOUND. */
  listCalls(agentId: string, request: CallLogRequest): Promise<Page<CallLogEntry>>;
}

type RecordsLedger = Pick<Database, 'db' | 'now' | 'read' | 'write'>;

const PAGE = 50;
const RECORD_ID = /^(?:inv|aud)_[\w-]{1,60}$/;

export function buildRecords(database: RecordsLedger, who: AuditActor): OperatorRecords {
  return {
    async listInvites(cursor) {
      const nowMs = await database.now();
      const rows = await listInvites(
        database.db,
        cursor === undefined ? null : readTimeCursor(cursor, RECORD_ID),
        PAGE + 1,
      );
      const invites = rows.slice(0, PAGE);
      const last = rows.length > PAGE ? invites.at(-1) : undefined;
      return {
        items: invites.map((row) => formatInvite(row, nowMs)),
        nextCursor: last ? writeCursor(last.created_at, last.id) : null,
      };
    },
    revokeInvite: (id) => database.write(revokeInvite, { ...who, id }),
    async listOperators() {
      const rows = await listOperators(database.db);
      return rows.map(({ email, last_login_at: at }) => ({
        email,
        lastLoginAt: at === null ? null : formatTimestamp(at),
      }));
    },
    async demote(text) {
      const norm = parseMailAddress(text)?.norm;
      if (norm === undefined) throw new FareboxError('NOT_FOUND', { message: 'This address is not an operator' });
      if (norm === parseMailAddress(who.actor)?.norm) {
        throw createReasonError('cannot_remove_self', {
          message: 'You cannot remove your own operator rights; another operator can',
        });
      }
      return await database.write(demoteOperator, { ...who, emailNorm: norm });
    },
    async readAudit({ cursor, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, ...words }) {
      const before = cursor === undefined ? null : readTimeCursor(cursor, RECORD_ID);
      const page = await database.read(listAudit, { ...words, fromMs, toMs, before, limit: PAGE });
      return {
        items: page.rows.map(({ ip_prefix: ipPrefix, details, at, ...row }) => ({
          ...row,
          at: formatTimestamp(at),
          ipPrefix,
          details: JSON.parse(details),
        })),
        nextCursor: page.next && writeCursor(page.next.at, page.next.id),
      };
    },
    async listCalls(accountId, request) {
      if (!(await findAccountById(database.db, accountId))) {
        throw new FareboxError('NOT_FOUND', { message: 'Account not found.' });
      }
      const all = { accountId, keyId: '', lineage: '', isRoot: true, caps: {} };
      const { calls, nextCursor } = await readCallLog(database, all, request);
      return { items: calls, nextCursor };
    },
  };
}

function formatInvite(row: InviteRow, nowMs: number): InviteEntry {
  const state = readInviteState(row, nowMs);
  return {
    id: row.id,
    state: state === 'unknown' ? 'expired' : state,
    uses: row.uses,
    used: row.used,
    grantMicros: row.grant_amount,
    createdBy: row.created_by,
    createdAt: formatTimestamp(row.created_at),
    expiresAt: formatTimestamp(row.expires_at),
  };
}
