/**
 * Automatic top-ups: set up by the owner of an account, begun once for each shortage, ended by what the provider reports.
 * Lock order: account, top-up.
 */
import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { Mode } from '../../../kernel/principal.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { type Micros, usd } from '../../../lib/money.ts';
import type { CardUpdate } from '../../../providers/stripe-card-events.ts';
import { lockAccount } from '../../account-lock.ts';
import { isHeld } from '../../accounts/holds.ts';
import { audit } from '../../audit.ts';
import { hasPlayMoney } from '../play-money.ts';
import type { AutoTopUpRow, TopUpReason } from './tables.ts';
import { sumTopUps, toMonth } from './top-up-reads.ts';

/** A charge is asked for again after this long; longer than the request itself takes. */
const LEASE_MS = 10_000;
const AGAIN_MS_MAX = 3_600_000;
/** A page where a card is saved is as long open as a checkout. */
const SETUP_MS = 12 * 3_600_000;
const SETUP_LEFT_MS_MIN = 35 * 60_000;

const DEFAULTS = { threshold: usd('5'), amount: usd('10'), monthly_limit: usd('50') };

/** The row of an account, locked; made where there is none. Throws NOT_FOUND and, for what may charge, ACCOUNT_SUSPENDED. */
async function lockTopUp(tx: Tx, accountId: string, mayCharge = true): Promise<AutoTopUpRow> {
  const account = await lockAccount(tx, accountId);
  const isClosed = account.status === 'closed' || (account.status === 'suspended' && !(await isHeld(tx, accountId)));
  if (isClosed && mayCharge) throw new FareboxError('ACCOUNT_SUSPENDED');
  const row: AutoTopUpRow = {
    ...{ account_id: accountId, mode: account.mode, state: 'off', ...DEFAULTS },
    ...{ customer_id: null, card_id: null, card: null },
    ...{ setup_id: null, setup_session: null, setup_url: null, setup_until: 0 },
    ...{ pending_id: null, pending_card: null, next_at: 0, tries: 0 },
    ...{ reason: null, limit_month: null, news: null, updated_at: tx.nowMs },
  };
  const insert = tx.db.insertInto('auto_top_ups').values(row);
  await insert.onConflict((conflict) => conflict.column('account_id').doNothing()).execute();
  return await lockRow(tx, accountId);
}

const selectRow = ({ db }: Tx, accountId: string) =>
  db.selectFrom('auto_top_ups').selectAll().where('account_id', '=', accountId);

const lockRow = (tx: Tx, accountId: string): Promise<AutoTopUpRow> =>
  lockRows(tx, selectRow(tx, accountId)).executeTakeFirstOrThrow();

async function change(tx: Tx, accountId: string, values: Partial<AutoTopUpRow>): Promise<void> {
  const update = tx.db.updateTable('auto_top_ups').set({ ...values, updated_at: tx.nowMs });
  await update.where('account_id', '=', accountId).execute();
}

export interface TopUpSettings {
  accountId: string;
  isOn: boolean;
  threshold: Micros;
  amount: Micros;
  monthlyLimit: Micros;
  /** Who asks, for the audit log. */
  actor: string;
}

/** Turning it on again ends a pause. Throws CONFLICT without a card. */
export const setTopUp = defineWrite('topUps.set', async (tx: Tx, settings: TopUpSettings): Promise<null> => {
  const { accountId, isOn, threshold, amount, monthlyLimit, actor } = settings;
  const row = await lockTopUp(tx, accountId, isOn);
  if (isOn && row.card_id === null) throw createNoCardError();
  await change(tx, accountId, {
    ...{ state: isOn ? 'on' : 'off', threshold, amount, monthly_limit: monthlyLimit },
    ...{ reason: null, limit_month: null, ...(row.pending_id === null ? { next_at: 0 } : {}) },
  });
  const details = { isOn, threshold, amount, monthlyLimit };
  await audit(tx, { actor, action: 'topup.set', subject: accountId, details });
  return null;
});

const createNoCardError = (): FareboxError =>
  new FareboxError('CONFLICT', {
    message: 'This account has no saved card.',
    next: 'Save a card first: POST /api/account/card returns the page for it.',
  });

export interface CardSetup {
  id: string;
  mode: Mode;
  customerId: string | null;
  untilMs: number;
  /** The page, once the provider has made it. */
  session: string | null;
  url: string | null;
}

/** The open page where this account's card is saved, or a new one whose session is still to be made. */
export const reserveSetup = defineWrite(
  'topUps.reserveSetup',
  async (tx: Tx, { accountId, setupId }: { accountId: string; setupId: string }): Promise<CardSetup> => {
    const row = await lockTopUp(tx, accountId);
    const { mode, customer_id: customerId, setup_session: session, setup_url: url } = row;
    if (row.setup_id !== null && row.setup_until - tx.nowMs > SETUP_LEFT_MS_MIN)
      return { id: row.setup_id, mode, customerId, untilMs: row.setup_until, session, url };
    // Whole seconds, which is what the provider counts in.
    const untilMs = Math.floor(tx.nowMs / 1000) * 1000 + SETUP_MS;
    const setup = { setup_id: setupId, setup_session: null, setup_url: null, setup_until: untilMs };
    await change(tx, accountId, setup);
    return { id: setupId, mode, customerId, untilMs, session: null, url: null };
  },
);

/** Notes the page that the provider has made; a null session gives up one that it refused to make. */
export const noteSetup = defineWrite(
  'topUps.noteSetup',
  async (tx: Tx, input: { accountId: string; setupId: string; session: string | null; url: string | null }) => {
    const { accountId, setupId, session, url } = input;
    const values = { setup_session: session, setup_url: url, ...(session === null ? { setup_id: null } : {}) };
    const update = tx.db.updateTable('auto_top_ups').set(values);
    await update.where('account_id', '=', accountId).where('setup_id', '=', setupId).execute();
    return null;
  },
);

/** Keeps the card that somebody has saved on the account's open page; a pause ends with it. False for any other page. */
export async function saveCard(tx: Tx, mode: Mode, { setupId, accountId, customerId, card }: CardUpdate) {
  const row = await lockRows(tx, selectRow(tx, accountId)).executeTakeFirst();
  if (row?.setup_id !== setupId || row.mode !== mode || card === null) return false;
  const { cardId, brand, last4, expires } = card;
  await change(tx, accountId, {
    ...{ customer_id: customerId, card_id: cardId, card: JSON.stringify({ brand, last4, expires }) },
    ...{ setup_id: null, setup_session: null, setup_url: null, setup_until: 0, reason: null },
    ...(row.state === 'paused' ? { state: 'on' } : {}),
  });
  const details = { card: cardId };
  await audit(tx, { actor: 'payments', action: 'topup.card', subject: accountId, details });
  return true;
}

/** Nothing more is charged to the card; the charge that is pending ends as the provider reports. Returns the card. */
export const dropCard = defineWrite(
  'topUps.dropCard',
  async (tx: Tx, { accountId, actor }: { accountId: string; actor: string }): Promise<string | null> => {
    const row = await lockRows(tx, selectRow(tx, accountId)).executeTakeFirst();
    if (!row) return null;
    const none = { setup_id: null, setup_session: null, setup_url: null, setup_until: 0, reason: null };
    await change(tx, accountId, { ...none, state: 'off', card_id: null, card: null });
    await audit(tx, { actor, action: 'topup.removeCard', subject: accountId, details: { card: row.card_id } });
    return row.card_id;
  },
);

export interface TopUpCharge {
  topUpId: string;
  accountId: string;
  mode: Mode;
  amount: Micros;
  customerId: string;
  cardId: string;
  createdAtMs: number;
}

/** Begins one charge where one is due; null otherwise. What is returned is to be charged now. */
export const beginTopUp = defineWrite(
  'topUps.begin',
  async (tx: Tx, { accountId, topUpId }: { accountId: string; topUpId: string }): Promise<TopUpCharge | null> => {
    const { db, nowMs } = tx;
    const account = await lockAccount(tx, accountId);
    const { mode, amount, ...row } = await lockRow(tx, accountId);
    const { card_id: cardId, customer_id: customerId } = row;
    if (row.state !== 'on' || row.pending_id !== null || row.next_at > nowMs) return null;
    if (account.status !== 'active' || account.mode !== mode || account.balance >= row.threshold) return null;
    const month = toMonth(nowMs);
    if (cardId === null || customerId === null || row.limit_month === month) return null;
    if ((await sumTopUps(db, accountId, nowMs)) + amount > row.monthly_limit) {
      await change(tx, accountId, { limit_month: month, news: 'limit' });
      return null;
    }
    if (mode === 'test' && !(await hasPlayMoney(tx, accountId, amount))) {
      await change(tx, accountId, { next_at: Date.parse(tx.day) + DAY_MS });
      return null;
    }
    const times = { created_at: nowMs, expires_at: nowMs + DAY_MS };
    const charge = { id: topUpId, account_id: accountId, mode, amount, session_id: null, url: null, ...times };
    await db
      .insertInto('checkouts')
      .values({ ...charge, kind: 'top_up', state: 'pending' })
      .execute();
    const pending = { pending_id: topUpId, pending_card: cardId, next_at: nowMs + LEASE_MS, tries: 1 };
    await change(tx, accountId, pending);
    return { topUpId, accountId, mode, amount, customerId, cardId, createdAtMs: nowMs };
  },
);

/** Takes a pending charge to ask about; null when another server has. */
export const takeTopUp = defineWrite(
  'topUps.take',
  async (tx: Tx, { accountId, nextAt }: { accountId: string; nextAt: number }): Promise<TopUpCharge | null> => {
    const row = await lockRow(tx, accountId);
    const { pending_id: topUpId, pending_card: cardId, customer_id: customerId, mode, tries } = row;
    if (topUpId === null || cardId === null || customerId === null || row.next_at !== nextAt) return null;
    const waitMs = Math.min(AGAIN_MS_MAX, LEASE_MS * 2 ** tries);
    await change(tx, accountId, { next_at: tx.nowMs + waitMs, tries: tries + 1 });
    const checkout = tx.db.selectFrom('checkouts').select(['amount', 'created_at']).where('id', '=', topUpId);
    const { amount, created_at: createdAtMs } = await checkout.executeTakeFirstOrThrow();
    return { topUpId, accountId, mode, amount, customerId, cardId, createdAtMs };
  },
);

/** A charge has ended: paid, or for a reason that pauses further ones. The caller has locked the account. */
export async function endTopUp(tx: Tx, accountId: string, topUpId: string, reason: TopUpReason | null): Promise<void> {
  const row = await lockRow(tx, accountId);
  if (row.pending_id !== topUpId) return;
  const isPaused = reason !== null && row.state === 'on';
  await change(tx, accountId, {
    ...{ pending_id: null, pending_card: null, next_at: 0, tries: 0 },
    ...(reason === null ? {} : { reason, news: reason }),
    ...(isPaused ? { state: 'paused' } : {}),
  });
}
