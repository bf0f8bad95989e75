/** Users, companies and sessions as tools use them. Accounts, keys and caps are the ledger's. */
import { FareboxError } from '../kernel/errors.ts';
import type { Limiter, Log } from '../kernel/ports.ts';
import type { Accounts } from '../ledger/accounts-types.ts';
import type { LedgerHandle } from '../ledger/handle.ts';
import type { Secrets } from '../ledger/secret.ts';
import type { Mail } from '../mail/mail.ts';
import * as company from './company.ts';
import * as companyKeys from './keys.ts';
import { openMembers } from './members.ts';
import type { Plans } from './plans.ts';
import { formatCompany, type Presentation } from './present.ts';
import { identifySession } from './sessions.ts';
import { sendCode, signIn, verify } from './sign-in.ts';
import type { Identity } from './types.ts';

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
  ledger: Pick<LedgerHandle, 'db' | 'now' | 'write'>;
  accounts: Pick<Accounts, 'prepareOpening'>;
  secrets: Secrets;
  limiter: Limiter;
  mail: Mail;
  log: Log;
  settings: IdentitySettings;
}

export function openIdentity(deps: IdentityDeps): Identity {
  const { ledger, settings } = deps;
  const { presentation } = settings;
  return {
    sendCode: (request, from) => sendCode(deps, request, from),
    verify: (request, from) => verify(deps, request, from),
    signIn: (proved, from) => signIn(deps, proved, from),
    identifySession: (token, ip) => identifySession(ledger, presentation, token, ip),
    findMember: openMembers(ledger),
    logout: async ({ sessionId }) => {
      const { ended } = await ledger.write('endSession', { sessionId });
      if (!ended) throw new FareboxError('UNAUTHENTICATED', { message: 'This session has ended.' });
    },
    readMe: (asking) => company.readMe(deps, asking),
    readCompany: async (companyId) => formatCompany(presentation, await company.requireCompany(deps, companyId)),
    updateCompany: async (companyId, changes) =>
      formatCompany(presentation, await ledger.write('updateCompany', { companyId, changes })),
    listKeys: (asking) => companyKeys.listKeys(deps, asking),
    createKey: (asking, key) => companyKeys.createKey(deps, asking, key),
    revokeKey: (asking, id) => companyKeys.revokeKey(deps, asking, id),
    issueRootKey: (asking, options) => companyKeys.issueRootKey(deps, asking, options),
    listTeam: (companyId) => company.listTeam(deps, companyId),
    invite: (asking, invitation) => company.invite(deps, asking, invitation),
    removeMember: (asking, email) => company.removeMember(deps, asking, email),
  };
}
