/** Dependencies of calls, provided by `main.ts`. */

import type { FailureLog } from '../errors/failure-log.ts';
import type { AnswerStore, CallLedger, CallMetrics, ListPaymentLinks, Log, UnitLedger } from '../ports.ts';
import type { Mode, Principal } from '../principal.ts';
import type { FindMember } from '../tool/access.ts';
import type { Agreements } from '../tool/agreements.ts';
import type { RegisteredTool, Registry, ServerInfo, Services, UpstreamEnvironment } from '../tool/context.ts';
import type { InputRules } from '../tool/input.ts';
import type { Tracing } from '../tracing.ts';
import type { BindingQuotes, QuotedCall } from './binding-quotes.ts';
import type { DirectPayments } from './direct-payment.ts';
import type { CallLimits, CallOptions } from './types.ts';

export interface ExecutorDeps {
  registry: Registry;
  /** Without them all callers pay the same. */
  agreements?: Agreements;
  services: Services;
  server: ServerInfo;
  environments: Readonly<Record<Mode, UpstreamEnvironment>>;
  log: Log;
  /** Shares kept answers with other instances. */
  answerStore?: AnswerStore | undefined;
}

type Agreed = Pick<ExecutorDeps, 'registry' | 'agreements'>;

/** The tools at the prices of this caller. */
export const findRegistry = ({ registry, agreements }: Agreed, principal: Principal): Registry =>
  agreements?.registryFor(principal) ?? registry;

/** The tool at the price of this caller. */
export function findTool(deps: Agreed, tool: RegisteredTool, principal: Principal): RegisteredTool {
  const registry = findRegistry(deps, principal);
  return registry === deps.registry ? tool : (registry.get(tool.name) ?? tool);
}

interface LimitedCall extends QuotedCall {
  options: Pick<CallOptions, 'maxPriceMicros' | 'quote'>;
}

/** Highest price of this call. Callers without an account agree to the amount by signing it. Throws for a quote that doesn't hold. */
export const findLimits = (
  { agreements, quotes }: Agreed & Pick<CallDeps, 'quotes'>,
  call: LimitedCall,
): CallLimits => {
  const { principal } = call;
  const { maxPriceMicros, quote } = call.options;
  return {
    statedMicros: maxPriceMicros ?? (principal.kind === 'account' ? undefined : Number.MAX_SAFE_INTEGER),
    agreedMicros: agreements?.findMaxPrice(principal),
    ...(quote === undefined ? {} : { quotedMicros: quotes.read(quote, call) }),
  };
};

export interface CallDeps extends ExecutorDeps {
  ledger: CallLedger;
  metrics: CallMetrics;
  failures?: FailureLog;
  /** Without it no tool can have a quota. */
  units?: UnitLedger;
  /** Takes payments of callers without an account; absent where there are none. */
  payments?: DirectPayments | undefined;
  listPaymentLinks: ListPaymentLinks;
  inputs: InputRules;
  quotes: BindingQuotes;
  tracing?: Tracing | undefined;
  findMember?: FindMember;
  /** Calls that may run at once; more are refused with OVERLOADED. */
  openCallsMax: number;
}
