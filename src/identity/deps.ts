/** Dependencies of the identity services. */

import type { Database } from '../database/types.ts';
import type { Limiter, Log } from '../kernel/ports.ts';
import type { Accounts } from '../ledger/accounts/accounts-types.ts';
import type { Secrets } from '../ledger/secret.ts';
import type { Mail } from '../mail/mail.ts';
import type { Presentation } from './present.ts';
import type { Plans } from './quota/plans.ts';

export interface IdentitySettings {
  signUp: 'open' | 'closed';
  /** In the form that is compared. */
  adminEmails: ReadonlySet<string>;
  /** Where an operator needs no code: ranges such as `10.0.0.0/8`. */
  trustedAdminIps: readonly string[];
  sessionDays: number;
  plans: Plans;
  /** Public address without a slash at its end. */
  baseUrl: string;
  /** How mails call this service. */
  serviceName: string;
  /** Login codes are written to the log when no mail leaves this machine: in development. */
  tellsCodes: boolean;
  presentation: Presentation;
}

export interface IdentityDeps {
  database: Pick<Database, 'db' | 'now' | 'write'>;
  accounts: Pick<Accounts, 'prepareOpening'>;
  secrets: Secrets;
  limiter: Limiter;
  mail: Mail;
  log: Log;
  settings: IdentitySettings;
}
