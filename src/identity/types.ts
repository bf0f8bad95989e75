/** Service interface for users and companies, with its answers: `ctx.services.identity`. newsroom.md §4.1. */
import type { AccountPrincipal, Caps, Member, Mode, Principal, Role, SessionPrincipal } from '../kernel/principal.ts';
import type { CompanyChanges } from './companies/company-writes.ts';
import type { Logo } from './companies/logo.ts';
import type { RedeemedInvite } from './invites/invite-writes.ts';
import type { ShownKey } from './keys/key-output.ts';
import type { Plan } from './tables.ts';

/** Instants are ISO 8601 with the offset of the service's zone. */
export interface UserJson {
  id: number;
  user_id: number;
  email: string;
  name: string;
  /** In the company that the answer is about. */
  role: Role;
  operator: boolean;
  company_id: string;
  locale: string;
  created_at: string;
  last_login_at: string | null;
}

export interface CompanyJson {
  id: string;
  company_id: string;
  name: string;
  name_en: string | null;
  domain: string | null;
  account_id: string;
  test_account_id: string | null;
  plan: Plan;
  plan_status: 'active' | 'past_due' | 'canceled';
  timezone: string;
  sender: {
    name: string | null;
    email: string | null;
    postal_address: string | null;
    reply_to: string | null;
    verified: boolean;
  };
  individual_tracking: boolean;
  require_approval: boolean;
  prtimes_company_id: number | null;
  shop_slug: string | null;
  logo_at: string | null;
  created_at: string;
}

export interface TeamMemberJson {
  email: string;
  name: string;
  role: Role;
  status: 'active' | 'invited';
  joined_at: string | null;
  invited_at: string | null;
  last_login_at: string | null;
}

/** Of the calendar month in the service's zone. */
export interface UsageJson {
  period: string;
  analyses_used: number;
  analyses_limit: number;
  analyses_remaining: number;
  resets_at: string;
  by_mode: Record<string, number>;
  uncounted: { company_scan: number; health_report: number };
  tokens: { input: number; output: number };
  cost_usd: number;
  currency: 'USD';
  daily: { date: string; analyses: number }[];
}

/** Origin of a request. */
export interface Requester {
  ip: string;
  /** Of the page that sends it: null for none, undefined when the door does not tell. */
  origin?: string | null | undefined;
  /** Language of the emails to them. Default: English. */
  language?: string | undefined;
}

/** Somebody who has proved to own an address. */
export interface ProvedAddress {
  email: string;
  name?: string | undefined;
  companyName?: string | undefined;
  /** Passed over when the address has nothing to do with it. */
  companyId?: string | undefined;
  /** Of an invite's code: its holder may found a company although SIGNUP is closed, and the company's account uses it. */
  inviteHash?: string | undefined;
}

export interface CodeRequest extends Pick<ProvedAddress, 'email' | 'companyId' | 'inviteHash'> {
  /** What an earlier answer said: another code is sent for the same sign-in. */
  attempt?: string | undefined;
}

export interface CodeTry extends ProvedAddress {
  code: string;
  /** Whose code it is; without it the newest one of the address is tried. */
  attempt?: string | undefined;
}

export interface SignedInSession {
  /** `fbs_…`: shown this once. */
  token: string;
  expiresAt: string;
  user: UserJson;
  company: CompanyJson;
  isNewUser: boolean;
  isNewCompany: boolean;
  /** What to know about the new company's account; null when there is nothing. */
  message: string | null;
  /** What the invite has brought to the company's account; null without one. */
  invite: RedeemedInvite | null;
}

export type SentCode =
  /** `attempt` is missing where the code belongs to a sign-in that the caller was told of before. */
  | { sent: boolean; email: string; expiresIn: number; resendAfter: number; attempt?: string }
  | { direct: SignedInSession };

/** Caller, with the company. */
export interface CompanyCaller {
  principal: AccountPrincipal | SessionPrincipal;
  member: Member;
}

export interface Me {
  user: UserJson | null;
  company: CompanyJson;
  usage: UsageJson;
  auth: { method: 'session' | 'api_key' | 'oauth'; key_id: number | null; expires_at: string | null };
}

export interface NewCompanyKey {
  name: string;
  caps: Caps;
  /** ISO 8601; INVALID_INPUT when it is past. */
  expiresAt?: string | undefined;
  /** Of which of the company's accounts; the one for test money is made with its first key. */
  mode: Mode;
}

export interface MadeCompanyKey {
  /** `fbx_…`: shown this once. */
  key: string;
  shown: ShownKey;
}

export interface EndedKey {
  number: number;
  keyId: string;
  revokedAt: string;
}

export interface RemovedMemberKeys {
  email: string;
  sessionsRevoked: number;
  keys: { key_id: number; name: string }[];
}

export interface Invitation {
  email: string;
  /** Language of the email. Default: English. */
  language?: string | undefined;
  /** A repeat under the same key gets the first one's answer, and sends no mail. */
  idempotencyKey?: string | undefined;
}

export interface SentInvitation {
  email: string;
  invitedAt: string;
  expiresAt: string;
  /** It is the answer of an earlier request under the same idempotency key. */
  replayed: boolean;
}

/** `ctx.services.identity`. Every method throws FareboxError. */
export interface Identity {
  /** Sends a login code, but for a minute after another; at a trusted address an operator is signed in at once. */
  sendCode(request: CodeRequest, from: Requester): Promise<SentCode>;
  /** Signs in with a code. `invalid_code` (also for an invite that can't be used, which is then named), `too_many_attempts`, RATE_LIMITED when a new company would be one too many. */
  verify(request: CodeTry, from: Requester): Promise<SignedInSession>;
  /** Signs in whoever has proved their address elsewhere. FORBIDDEN when sign-up is closed to them, RATE_LIMITED as above. */
  signIn(proved: ProvedAddress, from: Requester): Promise<SignedInSession>;
  /** Who a session's token belongs to; null when it never was one. UNAUTHENTICATED when it has ended. */
  identifySession(token: string, ip: string): Promise<Principal | null>;
  /** The company that owns an account, and for whom its key acts; null when no company does. */
  findMember(principal: AccountPrincipal): Promise<Member | null>;
  logout(session: SessionPrincipal): Promise<void>;
  readMe(asking: CompanyCaller): Promise<Me>;
  /** What the company has used of its plan this month. */
  readUsage(companyId: string): Promise<UsageJson>;
  readCompany(companyId: string): Promise<CompanyJson>;
  /** Its account of either mode. NOT_FOUND for a test account that has not been made yet. */
  findAccountId(companyId: string, mode: Mode): Promise<string>;
  updateCompany(companyId: string, changes: CompanyChanges): Promise<CompanyJson>;
  findLogo(companyId: string): Promise<Logo | undefined>;
  /** `null` removes the logo, or throws NOT_FOUND if the company has none. */
  changeLogo(companyId: string, logo: Logo | null): Promise<CompanyJson>;
  /** Newest first, ended ones included. */
  listKeys(asking: CompanyCaller): Promise<ShownKey[]>;
  /** Makes an API key of the company's live or test account. Sessions only. */
  createKey(asking: CompanyCaller, key: NewCompanyKey): Promise<MadeCompanyKey>;
  /** Ends a key, the root key and grants included. NOT_FOUND. */
  revokeKey(asking: CompanyCaller, key: { number: number } | { lineage: string }): Promise<EndedKey>;
  /** Makes or replaces the root key. Sessions of admins only. */
  issueRootKey(
    asking: CompanyCaller,
    options: { revokeSubKeys: boolean },
  ): Promise<MadeCompanyKey & { subKeys: ShownKey[] }>;
  listTeam(companyId: string): Promise<TeamMemberJson[]>;
  /** `already_member`, `plan_limit`. An open invitation is renewed, and its mail sent again. */
  invite(asking: CompanyCaller, invitation: Invitation): Promise<SentInvitation>;
  /** With the keys that they have made, which go on working when they are kept. NOT_FOUND, `cannot_remove_self`, `last_admin`. */
  removeMember(asking: CompanyCaller, email: string, options: { keepsKeys: boolean }): Promise<RemovedMemberKeys>;
}

declare module '../kernel/tool/context.ts' {
  interface Services {
    identity: Identity;
  }
}
