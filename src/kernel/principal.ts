/** The caller's identity. Doors get one from `Identify`; tools read it from `ctx.principal`. */
export type Mode = 'live' | 'test';

export interface Caps {
  /** Micro-USD this key may spend in all, per UTC day, and per call. */
  totalMicros?: number;
  perDayMicros?: number;
  perCallMicros?: number;
  /** Names of the tools it may call; absent means all. */
  tools?: readonly string[];
}

export interface AnonymousPrincipal {
  kind: 'anonymous';
  mode: 'live';
  ip: string;
}

export interface AccountPrincipal {
  kind: 'account';
  mode: Mode;
  ip: string;
  /** `agt_…` */
  accountId: string;
  keyId: string;
  /** Survives rotation; idempotency keys are scoped by it. */
  lineage: string;
  /** The account's own key rather than a sub-key. */
  isRoot: boolean;
  status: AccountStatus;
  caps: Caps;
  /** Set for an OAuth access token: what it may open, and the one resource it works at. */
  grant?: Grant;
}

export type AccountStatus = 'active' | 'suspended' | 'closed';

export interface Grant {
  scopes: readonly string[];
  /** Absolute address without a slash at its end. */
  resource: string;
}

export type Role = 'admin' | 'member';

/** A signed-in person, acting for one company; never pays for a tool. Read anew at each request. */
export interface SessionPrincipal {
  kind: 'session';
  mode: 'live';
  ip: string;
  sessionId: string;
  userId: number;
  email: string;
  companyId: string;
  /** The company's account. */
  accountId: string;
  role: Role;
  isOperator: boolean;
  /** Of the company's account. */
  status: AccountStatus;
}

/** For whom a newsroom operation acts: a session's company, or the company that owns the account of a key. */
export interface Member {
  companyId: string;
  accountId: string;
  role: Role;
  /** The session's user, or whoever made the key; null when nobody did, or has left the company. */
  userId: number | null;
  /** False for the key of somebody who has left: it manages no keys, not even as the root key. */
  isMakerPresent: boolean;
}

export interface OperatorPrincipal {
  kind: 'operator';
  mode: 'live';
  ip: string;
}

export type Principal = AnonymousPrincipal | AccountPrincipal | SessionPrincipal | OperatorPrincipal;

export function isOperator(principal: Principal): boolean {
  return principal.kind === 'operator' || (principal.kind === 'session' && principal.isOperator);
}
