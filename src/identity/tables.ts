/** The tables of users and companies; the conventions are those of the ledger's `tables.ts`. */

import type { Generated } from 'kysely';
import type { Flag } from '../database/types.ts';
import type { Role } from '../kernel/principal.ts';

export interface UserRow {
  id: Generated<number>;
  /** As it was written at the first sign-in: mail goes there. */
  email: string;
  /** For matching only; see lib/mail-address.ts. */
  email_norm: string;
  name: string;
  locale: string;
  /** Made one by an operator; addresses of ADMIN_EMAILS are operators without it. */
  is_operator: Flag;
  created_at: number;
  last_login_at: number | null;
}

export type Plan = 'free' | 'pro' | 'business';

export interface CompanyRow {
  /** `c_…` */
  id: string;
  /** Its one live account: wallet and keys. */
  account_id: string;
  /** Its account for test money, made with the first test key; null before that. */
  test_account_id: string | null;
  name: string;
  name_en: string | null;
  domain: string | null;
  plan: Plan;
  plan_status: 'active' | 'past_due' | 'canceled';
  /** End of the paid period; null without one. */
  plan_until: number | null;
  timezone: string;
  sender_name: string | null;
  sender_email: string | null;
  sender_postal_address: string | null;
  sender_reply_to: string | null;
  sender_verified: Flag;
  individual_tracking: Flag;
  /** Campaigns are sent after another member has approved them. */
  requires_approval: Flag;
  prtimes_company_id: number | null;
  shop_slug: string | null;
  /** When the logo was set; null without one. */
  logo_at: number | null;
  created_at: number;
}

export interface CompanyLogoRow {
  company_id: string;
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

export interface MembershipRow {
  company_id: string;
  user_id: number;
  role: Role;
  joined_at: number;
  last_login_at: number;
}

/** Open until it is accepted (the row goes away) or `expires_at`. */
export interface InvitationRow {
  company_id: string;
  email_norm: string;
  email: string;
  /** Null for a key that nobody of the company has made. */
  invited_by: number | null;
  invited_at: number;
  expires_at: number;
}

/** The newest code of an address, known or not, and the tries made at it by who names no attempt. */
export interface LoginCodeRow {
  email_norm: string;
  /** Keyed hash, `<kid>.<mac>`; null when it was used, or never made. */
  mac: string | null;
  /** The company asked for with the code. */
  company_id: string | null;
  /** Null when nobody has asked for a code: the row counts tries alone. */
  sent_at: number | null;
  expires_at: number;
  /** Wrong ones. */
  tries: number;
}

/** A sign-in that somebody has begun, and the tries made at its code. */
export interface LoginAttemptRow {
  /** Hash of what whoever asked was told. */
  id: string;
  email_norm: string;
  /** Keyed hash of the host that asked. */
  asker: string;
  /** As in `login_codes`, like the company. */
  mac: string | null;
  company_id: string | null;
  sent_at: number;
  expires_at: number;
  /** Wrong ones. */
  tries: number;
}

export interface SessionRow {
  /** `ses_…` */
  id: string;
  /** SHA-256 of the token, in hex. */
  hash: string;
  user_id: number;
  company_id: string;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
}

/**
 * A secret of a company's account, as the company numbers it: whoever rotates a key gets a new number of the same
 * lineage. Hash, name and caps are the ledger's: `api_keys`.
 */
export interface CompanyKeyRow {
  id: Generated<number>;
  company_id: string;
  /** `key_…` */
  key_id: string;
  kind: 'key' | 'root' | 'oauth';
  /** The member who made it. */
  created_by: number | null;
}

declare module '../database/types.ts' {
  interface Tables {
    users: UserRow;
    companies: CompanyRow;
    company_logos: CompanyLogoRow;
    memberships: MembershipRow;
    invitations: InvitationRow;
    login_codes: LoginCodeRow;
    login_attempts: LoginAttemptRow;
    sessions: SessionRow;
    company_keys: CompanyKeyRow;
  }
}
