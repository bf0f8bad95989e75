/** `farebox operator …`: runs one operator command and formats its output. Rules: decisions.md §3. */

import { DAYS_MAX, USES_MAX } from '../../identity/invites/invite-types.ts';
import type { AccountEntry, Operator } from '../../identity/operators/operator.ts';
import { MICROS_PER_GRANT_MAX, toUsdText, usd } from '../../lib/money.ts';
import { CommandError, formatTable, type OperatorCommand, toPrintable } from '../printing.ts';
import { recordCommands } from './operator-records.ts';

/** Columns of the list of commands that the first part has. */
const USAGE_COLUMNS = 52;

const commands: Readonly<Record<string, OperatorCommand>> = {
  accounts: {
    args: '[agentId, or part of a name]',
    about: 'list the newest accounts; filter by account or company name',
    run: (operator, words) => listAccounts(operator, words.join(' ')),
  },
  grant: { args: '<agentId> <usd> [reason …]', about: "add credit to an account's balance", run: grant },
  suspend: {
    args: '<agentId> [reason …]',
    about: 'suspend an account: its calls are refused',
    run: (operator, words) => changeStatus(operator, 'suspend', words),
  },
  activate: {
    args: '<agentId> [reason …]',
    about: 'reactivate a suspended account',
    run: (operator, words) => changeStatus(operator, 'activate', words),
  },
  rekey: { args: '<agentId>', about: 'issue a new root key and revoke the old one', run: rekey },
  invite: {
    args: '[uses [days [usd]]]',
    about: 'create an invite link; each new account gets the credit',
    run: invite,
  },
  promote: { args: '<email>', about: 'make a user an operator', run: promote },
  ...recordCommands,
  unlock: { args: '<ip>', about: 'unlock an IP address after failed admin logins', run: unlock },
};

export const operatorUsage = Object.entries(commands).map(
  ([name, { args, about }]) => `${`operator ${name} ${args}`.padEnd(USAGE_COLUMNS)}${about}`,
);

export const backupUsage =
  'backup <file>   back up the embedded database, also while the server runs; never overwrites a file';
export const marginUsage =
  'margin [--days 30] [--json]   show calls, revenue, provider cost, margin and refunds per tool';
export const reconcileUsage =
  'reconcile [--days 30]   compare card payments with Stripe and repair the ledger; exits 1 if differences remain';

export const moveUsage = [
  'move postgres   copy the embedded database in DATA_DIR to the empty database at DATABASE_URL; resumable',
  'move sqlite     copy the database at DATABASE_URL to a new embedded one in DATA_DIR; resumable',
  'move cancel     use a database again that was moved',
];

const ACCOUNTS_SHOWN = 50;
/** A search goes on over so many pages that may be empty. */
const PAGES_MAX = 100;

/** `baseUrl`: the public address of the server, without a slash at its end. */
export async function runOperatorCommand(
  operator: Operator,
  words: readonly string[],
  baseUrl: string,
): Promise<string[]> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return await command.run(operator, rest, baseUrl);
  throw new CommandError(['Use one of:', ...operatorUsage.map((line) => `  ${line}`)].join('\n'));
}

async function changeStatus(
  operator: Operator,
  change: 'suspend' | 'activate',
  words: readonly string[],
): Promise<string[]> {
  const [agentId, reason] = parseAgentAndReason(change, words);
  const { changed } = await operator[change](agentId, reason);
  const state = change === 'suspend' ? 'suspended' : 'active';
  return [changed ? `${agentId} is ${state}.` : `${agentId} was already ${state}.`];
}

async function rekey(operator: Operator, words: readonly string[]): Promise<string[]> {
  const [agentId] = parseAgentAndReason('rekey', words);
  const { apiKey, balanceMicros, subKeys } = await operator.rekey(agentId);
  const others = subKeys.length === 0 ? [] : [`Sub-keys that still work: ${subKeys.length}.`];
  const message = `${agentId} has a new root key. Copy it now: it won't be shown again. The old key no longer works.`;
  return [message, apiKey, formatBalance(balanceMicros), ...others];
}

async function promote(operator: Operator, [given = '']: readonly string[]): Promise<string[]> {
  const { email, changed } = await operator.promote(given);
  return [changed ? `${toPrintable(email)} is now an operator.` : `${toPrintable(email)} was already an operator.`];
}

async function unlock(operator: Operator, [given = '']: readonly string[]): Promise<string[]> {
  const { address, wasLocked } = await operator.unlock(given);
  return [wasLocked ? `${address} is unlocked.` : `${address} wasn't locked. Its failed logins are cleared.`];
}

function parseAgentAndReason(command: string, [agentId, ...reason]: readonly string[]): [string, string | undefined] {
  if (!agentId?.startsWith('agt_'))
    throw new CommandError(`operator ${command} needs the agentId (agt_…) of an account.`);
  return [agentId, reason.length > 0 ? reason.join(' ') : undefined];
}

async function grant(operator: Operator, [agentId, amount = '', ...words]: readonly string[]): Promise<string[]> {
  const [account, reason] = parseAgentAndReason('grant', [agentId ?? '', ...words]);
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(amount)) {
    throw new CommandError('operator grant needs an amount in USD after the agentId, such as 5 or 2.50.');
  }
  const amountMicros = usd(amount);
  const { output } = await operator.grant({
    agentId: account,
    amountMicros,
    ...(reason === undefined ? {} : { reason }),
  });
  return [`${account} was granted ${toUsdText(amountMicros)} USD.`, formatBalance(output.balanceMicros)];
}

async function invite(
  operator: Operator,
  [uses = '1', days = '14', amount = '0']: readonly string[],
  baseUrl: string,
): Promise<string[]> {
  const [usesWanted, daysWanted] = [parseWholeNumber(uses, USES_MAX), parseWholeNumber(days, DAYS_MAX)];
  const grantMicros = /^\d{1,7}(\.\d{1,6})?$/.test(amount) ? usd(amount) : Number.NaN;
  if (usesWanted === null || daysWanted === null || !(grantMicros <= MICROS_PER_GRANT_MAX)) {
    throw new CommandError(
      `operator invite takes uses (1 to ${USES_MAX}), days (1 to ${DAYS_MAX}) and an amount in USD, such as 3 14 2.50.`,
    );
  }
  const newInvite = await operator.invite({ uses: usesWanted, days: daysWanted, grantMicros });
  const credit = grantMicros === 0 ? '' : `, with ${toUsdText(grantMicros)} USD each`;
  return [
    `Invite for ${uses}, valid until ${newInvite.expiresAt}${credit}. Copy the link now: it won't be shown again.`,
    `${baseUrl}/claw?code=${newInvite.code}`,
  ];
}

function parseWholeNumber(text: string, max: number): number | null {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
}

const formatBalance = (micros: number): string => `Balance: ${toUsdText(micros)} USD.`;

async function listAccounts(operator: Operator, q: string): Promise<string[]> {
  const { found, hasMore } = await readNewest(operator, q);
  const rows = found.map(({ agentId, name, mode, status, balanceMicros, totalSpentMicros, callCount, createdAt }) => [
    agentId,
    mode,
    status,
    toUsdText(balanceMicros),
    toUsdText(totalSpentMicros),
    String(callCount),
    createdAt.slice(0, 10),
    toPrintable(name),
  ]);
  const lines = formatTable([['agentId', 'mode', 'status', 'balance', 'spent', 'calls', 'created', 'name'], ...rows]);
  return hasMore ? [...lines, `More accounts exist. Add part of a name to filter.`] : lines;
}

/** Fills one screen; a page of a search may hold less than it could. */
async function readNewest(operator: Operator, q: string): Promise<{ found: AccountEntry[]; hasMore: boolean }> {
  const entries: AccountEntry[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const limit = ACCOUNTS_SHOWN - entries.length;
    const page = await operator.listAccounts({
      limit,
      ...(q === '' ? {} : { q }),
      ...(cursor === null ? {} : { cursor }),
    });
    entries.push(...page.accounts);
    cursor = page.nextCursor;
    if (cursor === null || entries.length >= ACCOUNTS_SHOWN) break;
  }
  return { found: entries, hasMore: cursor !== null };
}
