/** Dependencies of calls, provided by `main.ts`. */

import type { AnswerStore, CallLedger, CallMetrics, ListPaymentLinks, Log, UnitLedger } from '../ports.ts';
import type { Mode } from '../principal.ts';
import type { FindMember } from '../tool/access.ts';
import type { Registry, ServerInfo, Services, UpstreamEnvironment } from '../tool/context.ts';
import type { InputRules } from '../tool/input.ts';
import type { DirectPayments } from './direct-payment.ts';

export interface ExecutorDeps {
  registry: Registry;
  services: Services;
  server: ServerInfo;
  environments: Readonly<Record<Mode, UpstreamEnvironment>>;
  log: Log;
  /** Shares kept answers with other instances. */
  answerStore?: AnswerStore | undefined;
}

export interface CallDeps extends ExecutorDeps {
  ledger: CallLedger;
  metrics: CallMetrics;
  /** Without it no tool can have a quota. */
  units?: UnitLedger;
  /** Takes payments of callers without an account; absent where there are none. */
  payments?: DirectPayments | undefined;
  listPaymentLinks: ListPaymentLinks;
  inputs: InputRules;
  findMember?: FindMember;
  /** Calls that may run at once; more are refused with OVERLOADED. */
  openCallsMax: number;
}
