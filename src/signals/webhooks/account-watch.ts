/** Looks each second for what happened on watched accounts, and queues the messages about it. */
import type { CallContext } from '../../kernel/tool/context.ts';
import type { AutoTopUpRow } from '../../ledger/payments/top-ups/tables.ts';
import { listTopUpNews } from '../../ledger/payments/top-ups/top-up-reads.ts';
import { toUsd } from '../../lib/money.ts';
import '../../newsroom/mailing/queue/service.ts';
import { decideStep } from './account-events.ts';
import { listAccountAdmins, listNewsworthy, readAccountNews } from './account-reads.ts';
import { takeAccountStep, tellTopUpNews } from './account-writes.ts';
import type { EventToTell } from './events.ts';
import { tellExpiries } from './expiries.ts';
import { composeLowBalanceMail } from './low-balance-mail.ts';
import { composeTopUpMail } from './top-up-mail.ts';

const EVERY_MS = 1_000;
const ACCOUNTS_AT_ONCE = 50;

type WatchContext = Pick<CallContext, 'services' | 'server' | 'log'>;

/** The returned function ends the watch. */
export function watchAccounts(ctx: WatchContext): () => Promise<void> {
  let looking: Promise<void> | null = null;
  let isFailing = false;
  const look = async (): Promise<void> => {
    try {
      await tellNews(ctx);
      isFailing = false;
    } catch (err) {
      if (!isFailing) ctx.log.error({ err }, 'could not look for account events, retrying');
      isFailing = true;
    }
  };
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function tellNews(ctx: WatchContext): Promise<void> {
  const { database } = ctx.services;
  for (const accountId of await listNewsworthy(database.db, await database.now(), ACCOUNTS_AT_ONCE))
    await tellAccount(ctx, accountId);
  for (const row of await listTopUpNews(database.db, ACCOUNTS_AT_ONCE)) await tellTopUp(ctx, row);
  await tellExpiries(ctx);
}

async function tellAccount({ services, server: { baseUrl } }: WatchContext, accountId: string): Promise<void> {
  const { database, sending } = services;
  const news = await database.read(readAccountNews, { accountId });
  if (!news) return;
  const { isLowNow, ...step } = decideStep(accountId, news);
  const { low_balance: least, low_balance_email } = news.watch;
  const isMailed = isLowNow && least !== null && low_balance_email === 1;
  const admins = isMailed ? await listAccountAdmins(database.db, accountId) : [];
  const mails = admins.map((email) => {
    const low = { balanceMicros: news.balance, thresholdMicros: least ?? 0 };
    return sending.sealMail(composeLowBalanceMail(email, low, sending.from.name, baseUrl));
  });
  const isTaken = await database.write(takeAccountStep, { ...step, mails });
  if (isTaken && mails.length > 0) sending.wake();
}

async function tellTopUp(
  { services, server: { baseUrl } }: WatchContext,
  { account_id: accountId, mode, amount, monthly_limit: limitMicros, news }: AutoTopUpRow,
): Promise<void> {
  const { database, sending, topUps } = services;
  if (news === null) return;
  const payUrl = topUps.createPayLink(accountId, amount);
  const facts = { agentId: accountId, mode, amount: toUsd(amount), payUrl };
  const event: EventToTell =
    news === 'limit'
      ? { event: 'top_up.limit_reached', data: { ...facts, monthlyLimit: toUsd(limitMicros) } }
      : { event: 'top_up.paused', data: { ...facts, reason: news } };
  const admins = await listAccountAdmins(database.db, accountId);
  const about = { news, amountMicros: amount, limitMicros, payUrl, settingsUrl: `${baseUrl}/dashboard/billing` };
  const mails = admins.map((email) => sending.sealMail(composeTopUpMail(email, about, sending.from.name)));
  const isTold = await database.write(tellTopUpNews, { accountId, news, event, mails });
  if (isTold && mails.length > 0) sending.wake();
}
