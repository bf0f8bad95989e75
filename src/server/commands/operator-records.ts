/** Commands that look up what operators have done, and take back some of it. */
import type { Operator } from '../../identity/operators/operator.ts';
import { toUsdText } from '../../lib/money.ts';
import { CommandError, formatTable, type OperatorCommand, toPrintable } from '../printing.ts';

export const recordCommands: Readonly<Record<string, OperatorCommand>> = {
  invites: { args: '', about: 'list the newest invites and their remaining uses', run: listInvites },
  revoke: { args: '<inv_…>', about: 'revoke an invite', run: revokeInvite },
  operators: { args: '', about: 'list operators added by other operators', run: listOperators },
  demote: { args: '<email>', about: 'remove an operator', run: demote },
  audit: { args: '[agt_…, inv_…, or an address]', about: 'show the latest operator actions', run: readAudit },
  calls: { args: '<agentId>', about: 'list the newest calls of an account with status', run: listCalls },
};

async function listInvites(operator: Operator): Promise<string[]> {
  const { items } = await operator.listInvites();
  const rows = items.map(({ id, state, used, uses, grantMicros, createdBy, expiresAt }) => [
    ...[id, state, `${used}/${uses}`, toUsdText(grantMicros), expiresAt.slice(0, 10), toPrintable(createdBy)],
  ]);
  return formatTable([['id', 'state', 'used', 'usd', 'expires', 'by'], ...rows]);
}

async function revokeInvite(operator: Operator, [id = '']: readonly string[]): Promise<string[]> {
  if (!id.startsWith('inv_')) throw new CommandError('operator revoke needs the id (inv_…) of an invite.');
  const { changed } = await operator.revokeInvite(id);
  return [changed ? `${id} is revoked.` : `${id} was already revoked, used up or expired.`];
}

async function listOperators(operator: Operator): Promise<string[]> {
  const rows = (await operator.listOperators()).map(({ email, lastLoginAt }) => [
    lastLoginAt ?? '–',
    toPrintable(email),
  ]);
  return formatTable([['last login', 'email'], ...rows]);
}

async function demote(operator: Operator, [given = '']: readonly string[]): Promise<string[]> {
  const { email } = await operator.demote(given);
  return [`${toPrintable(email)} is no longer an operator.`];
}

async function readAudit(operator: Operator, [subject]: readonly string[]): Promise<string[]> {
  const { items } = await operator.readAudit({ subject });
  const rows = items.map(({ at, actor, action, subject: whom, details }) => [
    ...[at, toPrintable(actor), action, toPrintable(whom), toPrintable(JSON.stringify(details))],
  ]);
  return formatTable([['at', 'actor', 'action', 'subject', 'input'], ...rows]);
}

const CALLS_SHOWN = 50;

async function listCalls(operator: Operator, [agentId = '']: readonly string[]): Promise<string[]> {
  if (!agentId.startsWith('agt_')) throw new CommandError('operator calls needs the agentId (agt_…) of an account.');
  const { items } = await operator.listCalls(agentId, { limit: CALLS_SHOWN });
  const rows = items.map(({ at, callId, tool, outcome, priceMicros, reason, error }) => [
    ...[at, callId, tool, outcome, toUsdText(priceMicros), reason ?? error?.code ?? ''],
  ]);
  return formatTable([['at', 'call', 'tool', 'status', 'usd', 'reason'], ...rows]);
}
