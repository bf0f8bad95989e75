/** `farebox operator …`: the words of one command to the lines that it prints. Rules: decisions.md §3. */
import { toUsdText, usd } from './kernel/money.ts';
import type { Operator } from './ledger/operator.ts';

/** A command that can't be carried out as written; its message is the whole explanation. */
export class CommandError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'CommandError';
  }
}

export const operatorUsage = [
  'operator accounts [part of a name, or an agentId]   the newest accounts',
  'operator grant <agentId> <usd> [reason …]           add to a balance',
  'operator suspend <agentId> [reason …]               refuse its calls',
  'operator activate <agentId> [reason …]              take them again',
  'operator rekey <agentId>                            a new root key; the old one ends',
];

export const marginUsage =
  'margin [--days 30] [--json]   calls, revenue, upstream cost, margin and refunds of each tool';
export const reconcileUsage =
  'reconcile [--days 30]   card deposits here and at the payment provider; exits with 1 when they differ';

const ACCOUNTS_SHOWN = 50;

export async function runOperatorCommand(operator: Operator, words: readonly string[]): Promise<string[]> {
  const [command = '', ...rest] = words;
  switch (command) {
    case 'accounts':
      return await accounts(operator, rest.join(' '));
    case 'grant':
      return await grant(operator, rest);
    case 'suspend':
    case 'activate': {
      const [agentId, reason] = agentAndReason(command, rest);
      const { changed } = await operator[command](agentId, reason);
      const state = command === 'suspend' ? 'suspended' : 'active';
      return [changed ? `${agentId} is ${state}.` : `${agentId} was ${state} already.`];
    }
    case 'rekey': {
      const [agentId] = agentAndReason(command, rest);
      const { apiKey, balanceMicros } = await operator.rekey(agentId);
      return [`${agentId} has a new root key, shown only now; the old one has ended.`, apiKey, balance(balanceMicros)];
    }
    default:
      throw new CommandError(['Use one of:', ...operatorUsage.map((line) => `  ${line}`)].join('\n'));
  }
}

function agentAndReason(command: string, [agentId, ...reason]: readonly string[]): [string, string | undefined] {
  if (!agentId?.startsWith('agt_'))
    throw new CommandError(`operator ${command} needs the agentId (agt_…) of an account.`);
  return [agentId, reason.length > 0 ? reason.join(' ') : undefined];
}

async function grant(operator: Operator, [agentId, amount = '', ...words]: readonly string[]): Promise<string[]> {
  const [account, reason] = agentAndReason('grant', [agentId ?? '', ...words]);
  if (!/^\d{1,7}(\.\d{1,6})?$/.test(amount)) {
    throw new CommandError('operator grant needs an amount in USD such as 5 or 2.50 behind the agentId.');
  }
  const amountMicros = usd(amount);
  const { balanceMicros } = await operator.grant({
    agentId: account,
    amountMicros,
    ...(reason === undefined ? {} : { reason }),
  });
  return [`${account} was granted ${toUsdText(amountMicros)} USD.`, balance(balanceMicros)];
}

const balance = (micros: number): string => `Balance: ${toUsdText(micros)} USD.`;

async function accounts(operator: Operator, q: string): Promise<string[]> {
  const page = await operator.accounts({ limit: ACCOUNTS_SHOWN, ...(q === '' ? {} : { q }) });
  const rows = page.accounts.map(
    ({ agentId, name, mode, status, balanceMicros, totalSpentMicros, callCount, createdAt }) => [
      agentId,
      mode,
      status,
      toUsdText(balanceMicros),
      toUsdText(totalSpentMicros),
      String(callCount),
      createdAt.slice(0, 10),
      printable(name),
    ],
  );
  const lines = table([['agentId', 'mode', 'status', 'balance', 'spent', 'calls', 'created', 'name'], ...rows]);
  return page.nextCursor === null ? lines : [...lines, `… and more: name a part of the account's name.`];
}

/** Names are chosen by strangers: nothing in them may steer a terminal. */
const printable = (name: string): string => name.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{Zs}]/gu, '?');

/** Columns of equal width; the last one is left ragged. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
