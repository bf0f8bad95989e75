/** Finds the address and the secrets of a webhook endpoint: `ctx.services.webhooks`. */
import type { Database } from '../../database/types.ts';
import { seal, unseal } from '../../identity/sealed.ts';
import type { Secrets } from '../../ledger/secret.ts';
import { findEndpoint } from './delivery-reads.ts';
import type { WebhookTarget } from './send.ts';

declare module '../../kernel/tool/context.ts' {
  interface Services {
    webhooks: Webhooks;
  }
}

export interface Webhooks {
  /** Null for an endpoint that was removed or disabled. */
  findTarget(endpointId: string): Promise<WebhookTarget | null>;
  sealSecret(secret: string): string;
}

export interface WebhookOptions {
  database: Pick<Database, 'db' | 'now'>;
  secrets: Secrets;
  /** ALERT_WEBHOOK_URL and its secret. */
  operator: { url: string; secret: string } | null;
}

/** The endpoint of the operator's alerts. */
export const OPERATOR = 'operator';
const SEAL = 'webhook-secret';

export function openWebhooks({ database, secrets, operator }: WebhookOptions): Webhooks {
  const open = (sealed: string | null): string[] => {
    const secret = sealed === null ? null : unseal(secrets, SEAL, sealed);
    return typeof secret === 'object' && secret !== null && 'secret' in secret ? [String(secret.secret)] : [];
  };
  return {
    sealSecret: (secret) => seal(secrets, SEAL, { secret }),
    async findTarget(endpointId) {
      if (endpointId === OPERATOR)
        return operator === null ? null : { url: operator.url, secrets: [operator.secret], isGuarded: false };
      const endpoint = await findEndpoint(database.db, endpointId);
      if (endpoint?.status !== 'active') return null;
      const isOldValid = (endpoint.old_secret_until ?? 0) > (await database.now());
      const all = [...open(endpoint.secret), ...(isOldValid ? open(endpoint.old_secret) : [])];
      return { url: endpoint.url, secrets: all, isGuarded: true };
    },
  };
}
