/** Checks of emails after a crash: the ledger against what arrived. */
import type { Engine } from '../../harness/databases.ts';
import type { BookedMail } from '../../harness/inspect.ts';
import type { Accepted, Transport } from './world.ts';

/** Conversations at once of a server that is killed, twice. */
const UNKNOWN_MAX: Readonly<Record<Transport, number>> = { smtp: 8, outbox: 64 };
const BEGUN = ['sending', 'sent', 'unknown'];

/** `before`, `after`: what had arrived when the rows were read. */
export function checkAtDeath(
  mails: readonly BookedMail[],
  before: readonly Accepted[],
  after: readonly Accepted[],
): string[] {
  const arrived = new Set(before.map(({ mailId }) => mailId));
  const known = new Set(after.map(({ mailId }) => mailId));
  return mails.flatMap((mail) => {
    if (arrived.has(mail.id) && !BEGUN.includes(mail.status)) return [`${describe(mail)} has arrived`];
    if (mail.status === 'sent' && !known.has(mail.id)) return [`${describe(mail)} has not arrived`];
    return [];
  });
}

export interface EndState {
  engine: Engine;
  transport: Transport;
  mails: readonly BookedMail[];
  accepted: readonly Accepted[];
  /** As its owner sees it. */
  campaign: Record<string, unknown>;
}

export function checkAtEnd(facts: EndState): string[] {
  const { engine, transport, mails, campaign } = facts;
  const faults = mails.flatMap((mail) => checkMail(mail, facts));
  const unknown = mails.filter(({ status }) => status === 'unknown').length;
  // The file decides where there is one folder.
  const most = transport === 'outbox' && engine === 'sqlite' ? 0 : UNKNOWN_MAX[transport];
  if (unknown > most) faults.push(`${unknown} mails are unknown, more than were under way`);
  const { status, needs_attention, counts } = campaign;
  const { sent, unknown: shown }: { sent?: unknown; unknown?: unknown } = Object(counts);
  if (status !== 'sent' || needs_attention !== unknown > 0 || sent !== mails.length - unknown || shown !== unknown)
    faults.push(
      `with ${unknown} unknown mails, the campaign says ${JSON.stringify({ status, needs_attention, counts })}`,
    );
  return faults;
}

function checkMail(mail: BookedMail, { accepted, transport }: EndState): string[] {
  const own = accepted.filter(({ mailId }) => mailId === mail.id);
  if (own.length > 1) return [`${describe(mail)} has arrived ${own.length} times`];
  if (own.some(({ to }) => to !== null && to !== mail.address)) return [`${describe(mail)} went to ${own[0]?.to}`];
  if (mail.status === 'sent' ? own.length !== 1 : mail.status !== 'unknown')
    return [`${describe(mail)} has arrived ${own.length} times`];
  // Without its file, a mail was not sent: it is tried again.
  const isOnce = transport === 'outbox' || mail.attempts === 1;
  return isOnce ? [] : [`${describe(mail)} was tried ${mail.attempts} times`];
}

const describe = ({ id, address, status }: BookedMail): string => `mail ${id} to ${address}, ${status},`;
