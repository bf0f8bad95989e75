/** Automatic top-ups as tools use them: `ctx.services.topUps`. */

import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { Log } from '../../../kernel/ports.ts';
import type { Mode } from '../../../kernel/principal.ts';
import { toShare } from '../../../kernel/threads/turns.ts';
import { createTimeOrderedId } from '../../../lib/ids.ts';
import stripe from '../../../providers/stripe.ts';
import { type CheckoutDeps, createNoCardsError } from '../checkouts.ts';
import { openPage, type ProviderPage } from '../open-page.ts';
import { createPayToken } from '../pay-links.ts';
import { depositAmounts, type PaymentContext } from '../payments-types.ts';
import { buildOwnContext } from './own-context.ts';
import type { AutoTopUpRow } from './tables.ts';
import { findTopUp, sumTopUps } from './top-up-reads.ts';
import { type CardSetup, dropCard, noteSetup, reserveSetup, setTopUp, type TopUpSettings } from './top-up-writes.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    topUps: TopUps;
  }
}

export interface TopUpStatus {
  /** Undefined before anything was set. */
  row: AutoTopUpRow | undefined;
  /** Charged or being charged this month, micro-USD. */
  spentMicros: number;
  /** Where the amount can be paid by hand; null while nothing is paused. */
  payUrl: string | null;
  /** Cards can be charged here. */
  isAvailable: boolean;
}

export interface TopUps {
  readStatus(accountId: string, mode: Mode): Promise<TopUpStatus>;
  /** CONFLICT without a card, TOOL_UNAVAILABLE where no card can be charged. */
  set(settings: TopUpSettings, mode: Mode): Promise<void>;
  /** The page where a person saves a card. Throws TOOL_UNAVAILABLE, ACCOUNT_SUSPENDED and UpstreamFailure. */
  openCardPage(ctx: PaymentContext, accountId: string, mode: Mode): Promise<ProviderPage>;
  /** Link to the page on which somebody pays by hand; amount in micro-USD. */
  createPayLink(accountId: string, amountMicros: number): string;
  /** Nothing is charged to it from now on, whether or not the provider can be reached. */
  removeCard(accountId: string, actor: string): Promise<void>;
}

export type TopUpDeps = CheckoutDeps & { log: Log };

export const openTopUps = (deps: TopUpDeps): TopUps => ({
  readStatus: (accountId, mode) => readStatus(deps, accountId, mode),
  set: async (settings, mode) => {
    if (settings.isOn) assertCards(deps, mode);
    await deps.database.write(setTopUp, settings);
  },
  openCardPage: (ctx, accountId, mode) => openCardPage(deps, ctx, { accountId, mode }),
  createPayLink: (accountId, amount) => buildPayLink(deps, { account_id: accountId, amount }),
  removeCard: (accountId, actor) => removeCard(deps, accountId, actor),
});

function assertCards({ environments, operatorContact }: CheckoutDeps, mode: Mode): void {
  if (environments[mode].settings(stripe.id) === null) throw createNoCardsError(operatorContact);
}

const MICROS_PER_USD = 1_000_000;

async function readStatus(deps: TopUpDeps, accountId: string, mode: Mode): Promise<TopUpStatus> {
  const { database, environments } = deps;
  const row = await findTopUp(database.db, accountId);
  return {
    row,
    spentMicros: await sumTopUps(database.db, accountId, await database.now()),
    payUrl: row?.state === 'paused' ? buildPayLink(deps, row) : null,
    isAvailable: environments[mode].settings(stripe.id) !== null,
  };
}

/** The page on which somebody pays by hand. */
function buildPayLink(
  { secrets, baseUrl }: CheckoutDeps,
  { account_id: accountId, amount: micros }: Pick<AutoTopUpRow, 'account_id' | 'amount'>,
): string {
  const amount = depositAmounts.find((one) => one * MICROS_PER_USD >= micros) ?? depositAmounts[0];
  return `${baseUrl}/pay/${createPayToken(secrets, { accountId, amount }, Date.now())}`;
}

async function openCardPage(
  deps: TopUpDeps,
  ctx: PaymentContext,
  { accountId, mode }: { accountId: string; mode: Mode },
): Promise<ProviderPage> {
  assertCards(deps, mode);
  const { database, environments, baseUrl } = deps;
  const environment = environments[mode];
  const back = `${baseUrl}/dashboard/billing${mode === 'test' ? '?mode=test' : ''}`;
  const make = async ({ id: setupId, customerId, untilMs: expiresAtMs }: CardSetup): Promise<ProviderPage> => {
    const request = { setupId, accountId, customerId, expiresAtMs, successUrl: back, cancelUrl: back };
    const page = await stripe.createCardPage(request, { ...ctx, share: toShare(ctx.principal, 0), environment });
    return mode === 'test' ? { ...page, url: `${baseUrl}/pay/sandbox/card/${page.sessionId}` } : page;
  };
  const note = (setupId: string, session: string | null, url: string | null) =>
    database.write(noteSetup, { accountId, setupId, session, url });
  return await openPage<CardSetup>(
    {
      reserve: () => database.write(reserveSetup, { accountId, setupId: createTimeOrderedId('set_') }),
      findPage: ({ session: sessionId, url }) => (sessionId === null || url === null ? null : { sessionId, url }),
      make,
      note: ({ id }, page) => note(id, page.sessionId, page.url),
      drop: ({ id }) => note(id, null, null),
    },
    ctx.signal,
  );
}

async function removeCard(deps: TopUpDeps, accountId: string, actor: string): Promise<void> {
  const { database } = deps;
  const cardId = await database.write(dropCard, { accountId, actor });
  const row = await findTopUp(database.db, accountId);
  if (cardId !== null && row) await detachCard(deps, row.mode, cardId);
}

/** Forgets a card at the provider; it isn't charged any more, so it is no failure where that can't be done. */
export async function detachCard(deps: TopUpDeps, mode: Mode, cardId: string): Promise<void> {
  try {
    await stripe.removeCard(cardId, buildOwnContext(deps, mode, cardId));
  } catch (err) {
    if (!(err instanceof UpstreamFailure)) throw err;
    deps.log.warn({ err, card: cardId }, 'a card that is no longer used is still stored at the payment provider');
  }
}
