/** Users, companies and sessions as tools use them. Accounts, keys and caps are the ledger's. */

import { FareboxError } from '../kernel/errors/errors.ts';
import * as company from './companies/company.ts';
import { endSession, updateCompany } from './companies/company-writes.ts';
import { findLogo } from './companies/logo-reads.ts';
import { changeLogo } from './companies/logo-writes.ts';
import { openMembers } from './companies/members.ts';
import type { IdentityDeps } from './deps.ts';
import * as companyKeys from './keys/keys.ts';
import { formatCompany } from './present.ts';
import { identifySession } from './sign-in/sessions.ts';
import { sendCode, signIn, verify } from './sign-in/sign-in.ts';
import type { Identity } from './types.ts';

export function openIdentity(deps: IdentityDeps): Identity {
  const { database, settings } = deps;
  const { presentation } = settings;
  return {
    sendCode: (request, from) => sendCode(deps, request, from),
    verify: (request, from) => verify(deps, request, from),
    signIn: (proved, from) => signIn(deps, proved, from),
    identifySession: (token, ip) => identifySession(database, presentation, token, ip),
    findMember: openMembers(database),
    logout: async ({ sessionId }) => {
      const { ended } = await database.write(endSession, { sessionId });
      if (!ended) throw new FareboxError('UNAUTHENTICATED', { message: 'This session has ended.' });
    },
    readMe: (asking) => company.readMe(deps, asking),
    readUsage: (companyId) => company.readUsage(deps, companyId),
    readCompany: async (companyId) => formatCompany(presentation, await company.requireCompany(deps, companyId)),
    findAccountId: (companyId, mode) => company.findAccountId(deps, companyId, mode),
    updateCompany: async (companyId, changes) =>
      formatCompany(presentation, await database.write(updateCompany, { companyId, changes })),
    findLogo: (companyId) => findLogo(database.db, companyId),
    changeLogo: async (companyId, logo) =>
      formatCompany(presentation, await database.write(changeLogo, { companyId, logo })),
    listKeys: (asking) => companyKeys.listKeys(deps, asking),
    createKey: (asking, key) => companyKeys.createKey(deps, asking, key),
    revokeKey: (asking, key) => companyKeys.revokeKey(deps, asking, key),
    issueRootKey: (asking, options) => companyKeys.issueRootKey(deps, asking, options),
    listTeam: (companyId) => company.listTeam(deps, companyId),
    invite: (asking, invitation) => company.invite(deps, asking, invitation),
    removeMember: (asking, email, options) => company.removeMember(deps, asking, email, options),
  };
}
