/** Invites as shown to the operators who create them and to the people invited. */
import type { FareboxError } from '../../kernel/errors/errors.ts';
import { createReasonError } from '../../kernel/errors/reasons.ts';
import type { Micros } from '../../lib/money.ts';
import type { InviteRow } from './invite-tables.ts';

export const USES_MAX = 10_000;
export const DAYS_MAX = 365;

export interface NewInvite {
  /** Shown this once. */
  code: string;
  uses: number;
  /** Credited to each account that uses it. */
  grantMicros: Micros;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export type InviteState = 'open' | 'unknown' | 'expired' | 'used_up';

/** State of an invite; `unknown` without a row. */
export function readInviteState(invite: InviteRow | undefined, nowMs: number): InviteState {
  if (!invite) return 'unknown';
  if (invite.expires_at <= nowMs) return 'expired';
  return invite.used >= invite.uses ? 'used_up' : 'open';
}

const sentences: Readonly<Record<Exclude<InviteState, 'open'>, string>> = {
  unknown: 'No invite has this code',
  expired: 'This invite has expired',
  used_up: 'This invite has reached its limit',
};

/** Why an invite can't be used: `invalid_code`, with the state as `invite`. */
export function createInviteError(state: Exclude<InviteState, 'open'>): FareboxError {
  return createReasonError('invalid_code', { message: sentences[state], details: { invite: state } });
}
