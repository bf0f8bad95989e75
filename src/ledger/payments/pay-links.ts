/** Payment links: who is to get how much, until when, and a signature. They carry no credential and change nothing. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import type { Secrets } from '../secret.ts';
import { type DepositAmount, depositAmounts } from './payments-types.ts';

const PURPOSE = 'pay';
const LINK_MS = 7 * 24 * 3_600_000;

export interface PayLink {
  accountId: string;
  amount: DepositAmount;
}

/** As it was made. */
export interface DatedPayLink extends PayLink {
  /** To the second, rounded down. */
  createdAtMs: number;
}

/** `<agentId>.<usd>.<last second, base 36>.<signature>`: all of it may stand in a path. */
export function createPayToken(secrets: Secrets, { accountId, amount }: PayLink, fromMs: number): string {
  const text = `${accountId}.${amount}.${Math.floor((fromMs + LINK_MS) / 1000).toString(36)}`;
  return `${text}.${secrets.sign(PURPOSE, text)}`;
}

/** Throws NOT_FOUND for a token that was not made here, GONE for one whose time is over. */
export function readPayToken(secrets: Secrets, token: string, nowMs: number): DatedPayLink {
  const match = /^((agt_\w{1,40})\.(\d{1,3})\.([0-9a-z]{1,9}))\.(.{1,200})$/.exec(token);
  const [, text = '', accountId = '', usd, until = '', signature = ''] = match ?? [];
  const amount = depositAmounts.find((one) => String(one) === usd);
  if (amount === undefined || !secrets.verify(PURPOSE, text, signature)) {
    throw new FareboxError('NOT_FOUND', { message: 'This payment link is invalid.' });
  }
  const untilMs = Number.parseInt(until, 36) * 1000;
  if (untilMs < nowMs) {
    throw new FareboxError('GONE', {
      message: 'This payment link has expired.',
      next: 'Ask the agent for a new link: every response about insufficient balance has one.',
    });
  }
  return { accountId, amount, createdAtMs: untilMs - LINK_MS };
}
