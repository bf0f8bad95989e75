/** Builds alerts, webhooks and the seller of receipts from the configuration. */
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { Log } from '../kernel/ports.ts';
import type { Secrets } from '../ledger/secret.ts';
import type { ProviderStreaks } from '../signals/alerts/provider-streaks.ts';
import { ServerWatch } from '../signals/alerts/server-watch.ts';
import { type Alerts, openAlerts } from '../signals/alerts/service.ts';
import { openWebhooks, type Webhooks } from '../signals/webhooks/service.ts';
import type { Party } from '../statements/writes.ts';
import type { Closers } from './stopping.ts';

interface Parts {
  database: Database;
  secrets: Secrets;
  streaks: ProviderStreaks;
}

const MINUTE_MS = 60_000;

/** The seller on receipts and statements. */
const buildSeller = ({ sellerName: name, sellerAddress, sellerTaxId: taxId }: Config): Party => ({
  ...{ name, taxId },
  address: sellerAddress
    .split('|')
    .map((line) => line.trim())
    .join('\n'),
});

/** Throws a ConfigError when half of the operator's webhook is missing. */
export function openSignals(
  config: Config,
  { database, secrets, streaks }: Parts,
  log: Log,
  closers: Closers,
): { alerts: Alerts; webhooks: Webhooks; seller: Party } {
  const { alertWebhookUrl: url, alertWebhookSecret: secret, alertEmails: emails, dataDir } = config;
  if ((url === undefined) !== (secret === undefined))
    throw new ConfigError('ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET go together: set both, or neither.');
  const operator = url === undefined || secret === undefined ? null : { url, secret };
  const { alertDiskFreePercent: diskFreePercent, alertQuietMinutes } = config;
  const watch = new ServerWatch({ database, streaks, dataDir, diskFreePercent, log });
  closers.add(watch.start());
  const quietMs = alertQuietMinutes * MINUTE_MS;
  return {
    alerts: openAlerts({ hasWebhook: operator !== null, emails, quietMs, log }),
    webhooks: openWebhooks({ database, secrets, operator }),
    seller: buildSeller(config),
  };
}
