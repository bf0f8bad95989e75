/** Mail providers whose webhooks this server takes: those with a setting. */
import { importDefinitions } from '../../../database/definitions.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { exchange } from '../../../providers/shared/network/exchange.ts';
import { createRefusal, type MailEvent, type MailProvider } from './types.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    mailWebhooks: MailWebhooks;
  }
}

export interface MailWebhooks {
  /** Null for a provider that doesn't exist or isn't configured. */
  find(id: string): MailProvider | null;
  /** Events of a request. Throws INVALID_INPUT unless it is the provider's. */
  receive(provider: MailProvider, request: ReceivedRequest, ctx: CallContext): Promise<MailEvent[]>;
}

export interface ReceivedRequest {
  body: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

export interface MailWebhooksOptions {
  /** `MAIL_WEBHOOK_…`, by provider. */
  secrets: ReadonlyMap<string, readonly string[]>;
  /** For tests: in place of the network. */
  fetchText?: (url: URL) => Promise<string>;
}

const FETCH_MS = 8_000;
const LIMITS = { bodyBytesMax: 64 * 1024, stallMs: 4_000, overCap: 'fail' } as const;

/** Sorted by id. */
export async function loadMailProviders(): Promise<MailProvider[]> {
  const found = (await importDefinitions(/-mail-provider$/)).filter(isMailProvider);
  return found.sort((a, b) => a.id.localeCompare(b.id));
}

const isMailProvider = (value: unknown): value is MailProvider =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'mail-provider';

export const nameVariable = (id: string): string => `MAIL_WEBHOOK_${id.toUpperCase()}`;

/** The first thing that is wrong with the settings, as a sentence; null if they can be used. */
export function findSecretFault(
  providers: readonly MailProvider[],
  secrets: MailWebhooksOptions['secrets'],
): string | null {
  for (const [id, values] of secrets) {
    const provider = providers.find((one) => one.id === id);
    if (!provider) {
      const names = providers.map((one) => nameVariable(one.id)).join(', ');
      return `${nameVariable(id)} is of no known mail provider. Use one of ${names}.`;
    }
    const fault = values.map((value) => provider.checkSecret(value)).find((one) => one !== null);
    if (fault != null) return `${nameVariable(id)} ${fault}.`;
  }
  return null;
}

export function openMailWebhooks(providers: readonly MailProvider[], options: MailWebhooksOptions): MailWebhooks {
  const { secrets } = options;
  return {
    find: (id) => providers.find((provider) => provider.id === id && secrets.has(id)) ?? null,
    receive: (provider, { body, headers }, ctx) =>
      provider.receive({
        body: Buffer.from(body),
        headers,
        secrets: secrets.get(provider.id) ?? [],
        nowMs: Date.now(),
        fetchText: options.fetchText ?? ((url) => fetchText(url, provider.id, ctx)),
      }),
  };
}

async function fetchText(url: URL, provider: string, ctx: CallContext): Promise<string> {
  const request = { provider, method: 'GET', url, headers: {}, isGuarded: true } as const;
  const reply = await exchange(
    request,
    { ...ctx, deadlineMs: Math.min(ctx.deadlineMs, Date.now() + FETCH_MS) },
    LIMITS,
  );
  if (reply.status !== 200) throw createRefusal(`${url.host} answered with the HTTP status ${reply.status}`);
  return Buffer.from(reply.bytes).toString('utf8');
}
