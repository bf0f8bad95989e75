/** Shared by the operations on webhooks: the account, and how an endpoint is shown. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { ACCOUNT_EVENTS } from '../../src/signals/webhooks/events.ts';
import type { WebhookEndpointRow } from '../../src/signals/webhooks/tables.ts';

export const modeField = z
  .enum(['live', 'test'])
  .optional()
  .describe('Account of the company, for sessions only. Default: live.');

export const webhookId = z.string().min(1).max(64).describe('ID of the endpoint (whk_…).');

export const urlField = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .describe('Public http or https address.');

export const eventsField = z
  .array(z.enum(ACCOUNT_EVENTS))
  .min(1)
  .max(ACCOUNT_EVENTS.length)
  .describe('Event types to send, such as call.refunded and deposit.received.');

export const descriptionField = z.string().trim().max(200).describe('Purpose of the endpoint, shown to people.');

export const secretField = z.string().describe('Secret that signs the messages (whsec_…); shown only once.');

export const endpointOutput = z.object({
  webhookId,
  url: z.string().describe('Address that receives the events.'),
  events: eventsField,
  description: descriptionField,
  status: z.enum(['active', 'disabled']).describe('`disabled` endpoints receive nothing.'),
  disabledReason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('gone: the endpoint returned 410. failing: a message was given up and none has succeeded since.'),
  createdAt: z.string().describe('ISO 8601 timestamp in UTC.'),
  lastSuccessAt: z.string().nullable().describe('Last successful delivery, ISO 8601 UTC; `null` before the first.'),
});

export function formatEndpoint(row: WebhookEndpointRow): z.input<typeof endpointOutput> {
  const { id, url, events, description, status, disabled_reason, created_at, last_success_at } = row;
  return {
    ...{ webhookId: id, url, events: JSON.parse(events), description, status, disabledReason: disabled_reason },
    createdAt: new Date(created_at).toISOString(),
    lastSuccessAt: last_success_at === null ? null : new Date(last_success_at).toISOString(),
  };
}

/** Behind `key-owner`: the account of the key, or of the company of a session. */
export async function findAccountId({ principal, services }: CallContext, mode?: 'live' | 'test'): Promise<string> {
  if (principal.kind === 'session') return services.identity.findAccountId(principal.companyId, mode ?? 'live');
  if (principal.kind !== 'account') throw new FareboxError('UNAUTHENTICATED');
  if (mode === undefined || mode === principal.mode) return principal.accountId;
  throw createInvalidInputError([{ path: 'mode', message: `This is the key of a ${principal.mode} account` }]);
}

/** Throws INVALID_INPUT for an address that isn't public. */
export async function assertPublic(url: string, ctx: CallContext): Promise<void> {
  const { share, signal } = ctx;
  await ctx.environment.transport.admit(new URL(url), { share, signal });
}
