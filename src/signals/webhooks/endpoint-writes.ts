/** Creates, changes and removes webhook endpoints, and sends their messages again. */
import { defineFollower, defineWrite } from '../../database/define.ts';
import { lockRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { FareboxError } from '../../kernel/errors/errors.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import { mailingChanged } from '../../newsroom/mailing/queue/lane-writes.ts';
import { queueMessage } from './delivery-writes.ts';
import { type AccountEvent, type EventToTell, TEST_EVENT } from './events.ts';
import type { AccountWatchRow, WebhookEndpointRow } from './tables.ts';

export const ENDPOINTS_MAX = 10;

export interface NewEndpoint {
  accountId: string;
  url: string;
  events: readonly AccountEvent[];
  description: string;
  sealedSecret: string;
}

export const createEndpoint = defineWrite(
  'webhooks.createEndpoint',
  async (tx: Tx, input: NewEndpoint): Promise<WebhookEndpointRow> => {
    const { accountId, url, events, description, sealedSecret: secret } = input;
    const own = await tx.db.selectFrom('webhook_endpoints').select('id').where('account_id', '=', accountId).execute();
    if (own.length >= ENDPOINTS_MAX) {
      const next = 'Delete an endpoint first.';
      throw new FareboxError('CONFLICT', { message: `An account has at most ${ENDPOINTS_MAX} endpoints.`, next });
    }
    const row: WebhookEndpointRow = {
      ...{ id: createTimeOrderedId('whk_', tx.nowMs), account_id: accountId, url, description, secret },
      ...{ events: JSON.stringify(events), old_secret: null, old_secret_until: null, status: 'active' },
      ...{ disabled_reason: null, created_at: tx.nowMs, last_success_at: null },
    };
    await tx.db.insertInto('webhook_endpoints').values(row).execute();
    await ensureWatch(tx, accountId);
    return row;
  },
);

/** From now on the account's events are told. */
export async function ensureWatch({ db, nowMs }: Tx, accountId: string): Promise<void> {
  const account = db.selectFrom('accounts').select('transfer_seq').where('id', '=', accountId);
  const { transfer_seq: seq } = await account.executeTakeFirstOrThrow();
  const row: AccountWatchRow = {
    ...{ account_id: accountId, seq, refused_at: nowMs, low_balance: null, low_balance_email: 0, is_low: 0 },
    created_at: nowMs,
  };
  const query = db.insertInto('account_watches').values(row);
  await query.onConflict((conflict) => conflict.column('account_id').doNothing()).execute();
}

export interface EndpointChange {
  accountId: string;
  id: string;
  changes: {
    url?: string | undefined;
    events?: readonly AccountEvent[] | undefined;
    description?: string | undefined;
    status?: WebhookEndpointRow['status'] | undefined;
  };
}

export const changeEndpoint = defineWrite(
  'webhooks.changeEndpoint',
  async (tx: Tx, { accountId, id, changes }: EndpointChange): Promise<WebhookEndpointRow> => {
    const before = await requireEndpoint(tx, accountId, id);
    const { url = before.url, events, description = before.description, status = before.status } = changes;
    const row: WebhookEndpointRow = {
      ...{ ...before, url, description, status },
      events: events ? JSON.stringify(events) : before.events,
      disabled_reason: status === 'active' || changes.status !== undefined ? null : before.disabled_reason,
    };
    await tx.db.updateTable('webhook_endpoints').set(row).where('id', '=', id).execute();
    return row;
  },
);

export const deleteEndpoint = defineWrite(
  'webhooks.deleteEndpoint',
  async (tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<null> => {
    await requireEndpoint(tx, accountId, id);
    await tx.db.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
    await endWatch(tx, accountId);
    return null;
  },
);

/** Ends the watch of an account that nobody wants to know of any more. */
export async function endWatch({ db }: Tx, accountId: string): Promise<void> {
  const endpoints = db.selectFrom('webhook_endpoints').select('id').where('account_id', '=', accountId);
  if (await endpoints.executeTakeFirst()) return;
  const watch = db.deleteFrom('account_watches').where('account_id', '=', accountId);
  await watch.where('low_balance', 'is', null).execute();
}

const OLD_SECRET_MS = DAY_MS;

/** The secret before signs beside the new one for a day. */
export const rotateEndpointSecret = defineWrite(
  'webhooks.rotateSecret',
  async (tx: Tx, { accountId, id, sealedSecret }: { accountId: string; id: string; sealedSecret: string }) => {
    const { secret: old_secret } = await requireEndpoint(tx, accountId, id);
    const old_secret_until = tx.nowMs + OLD_SECRET_MS;
    const change = { secret: sealedSecret, old_secret, old_secret_until };
    await tx.db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute();
    return old_secret_until;
  },
);

export const sendTestMessage = defineWrite(
  'webhooks.sendTest',
  async (tx: Tx, { accountId, id }: { accountId: string; id: string }): Promise<string> => {
    const { status } = await requireEndpoint(tx, accountId, id);
    if (status !== 'active') throw createDisabledError();
    return queueMessage(tx, { endpointId: id, event: TEST_EVENT, data: { agentId: accountId, webhookId: id } });
  },
);

export interface ReplayInput {
  accountId: string;
  id: string;
  deliveryId: string;
}

/** Sends a message again, under the same id. */
export const replayDelivery = defineWrite('webhooks.replay', async (tx: Tx, input: ReplayInput): Promise<null> => {
  const { status } = await requireEndpoint(tx, input.accountId, input.id);
  if (status !== 'active') throw createDisabledError();
  const change = { state: 'pending', attempts: 0, next_at: tx.nowMs, ended_at: null } as const;
  const found = await tx.db
    .updateTable('webhook_deliveries')
    .set(change)
    .where('id', '=', input.deliveryId)
    .where('endpoint_id', '=', input.id)
    .returning('id')
    .executeTakeFirst();
  if (!found) throw new FareboxError('NOT_FOUND', { message: 'This endpoint has no such delivery.' });
  return null;
});

const createDisabledError = (): FareboxError =>
  new FareboxError('CONFLICT', { message: 'This endpoint is disabled.', next: 'Enable it first: status active.' });

async function requireEndpoint(tx: Tx, accountId: string, id: string): Promise<WebhookEndpointRow> {
  const query = tx.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id);
  const row = await lockRows(tx, query.where('account_id', '=', accountId)).executeTakeFirst();
  if (!row) throw new FareboxError('NOT_FOUND', { message: 'This account has no such endpoint.' });
  return row;
}

/** Queues a message for each endpoint that wants the event. */
export async function tellEndpoints(tx: Tx, accountId: string, events: readonly EventToTell[]): Promise<void> {
  if (events.length === 0) return;
  const query = tx.db.selectFrom('webhook_endpoints').select(['id', 'events']).where('account_id', '=', accountId);
  const endpoints = await query.where('status', '=', 'active').execute();
  for (const endpoint of endpoints) {
    const wanted: string[] = JSON.parse(endpoint.events);
    for (const { event, data } of events)
      if (wanted.includes(event)) await queueMessage(tx, { endpointId: endpoint.id, event, data });
  }
}

/** A campaign belongs to the live account of its company. */
export const followMailing = defineFollower(mailingChanged, async (tx: Tx, change): Promise<void> => {
  const { companyId, campaignId, is, blockedBy, needsAttention } = change;
  const company = tx.db.selectFrom('companies').select('account_id').where('id', '=', companyId);
  const accountId = (await company.executeTakeFirst())?.account_id;
  if (accountId === undefined) return;
  const data = { companyId, campaignId, blockedBy, needsAttention };
  await tellEndpoints(tx, accountId, [{ event: `campaign.${is}`, data }]);
});
