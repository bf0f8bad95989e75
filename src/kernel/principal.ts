/** Who calls. Doors obtain one from `Identify`; tools read it from `ctx.principal`. */
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
  status: 'active' | 'suspended' | 'closed';
  caps: Caps;
}

export interface OperatorPrincipal {
  kind: 'operator';
  mode: 'live';
  ip: string;
}

export type Principal = AnonymousPrincipal | AccountPrincipal | OperatorPrincipal;
