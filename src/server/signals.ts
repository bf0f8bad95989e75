/** Builds alerts, webhooks, tracing and the seller of receipts from the configuration. */
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../database/types.ts';
import type { Log } from '../kernel/ports.ts';
import type { Tracing } from '../kernel/tracing.ts';
import type { Secrets } from '../ledger/secret.ts';
import type { KeyRings } from '../providers/shared/access.ts';
import type { ProviderStreaks } from '../signals/alerts/provider-streaks.ts';
import { ServerWatch } from '../signals/alerts/server-watch.ts';
import { type Alerts, openAlerts } from '../signals/alerts/service.ts';
import { openWebhooks, type Webhooks } from '../signals/webhooks/service.ts';
import type { Party } from '../statements/writes.ts';
import type { Closers } from './stopping.ts';
import { version } from './wiring.ts';

interface Parts {
  database: Database;
  secrets: Secrets;
  streaks: ProviderStreaks;
  access: KeyRings;
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
  { database, secrets, streaks, access }: Parts,
  log: Log,
  closers: Closers,
): { alerts: Alerts; webhooks: Webhooks; seller: Party } {
  const { alertWebhookUrl: url, alertWebhookSecret: secret, alertEmails: emails, dataDir } = config;
  if ((url === undefined) !== (secret === undefined))
    throw new ConfigError('ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET go together: set both, or neither.');
  const operator = url === undefined || secret === undefined ? null : { url, secret };
  const { alertDiskFreePercent: diskFreePercent, alertQuietMinutes } = config;
  const watch = new ServerWatch({
    ...{ database, streaks, dataDir, diskFreePercent, log },
    listExpiries: () => access.listExpiries(),
  });
  closers.add(watch.start());
  const quietMs = alertQuietMinutes * MINUTE_MS;
  return {
    alerts: openAlerts({ hasWebhook: operator !== null, emails, quietMs, log }),
    webhooks: openWebhooks({ database, secrets, operator }),
    seller: buildSeller(config),
  };
}

/** OpenTelemetry where it is set up; its libraries are loaded then only. Throws a ConfigError where the optional packages were left out of the installation. */
export async function openTracing(config: Config, log: Log, closers: Closers): Promise<Tracing | undefined> {
  const { otelExporterOtlpEndpoint: endpoint, otelExporterOtlpHeaders: headers = {}, otelServiceName } = config;
  if (endpoint === undefined || config.otelSdkDisabled) return undefined;
  const { openTelemetry } = await import('../signals/telemetry/open.ts').catch((cause: unknown) => {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages @opentelemetry/*: install farebox without --omit=optional.',
      { cause },
    );
  });
  const options = {
    ...{ endpoint, headers, version, serviceName: otelServiceName, protocol: config.otelExporterOtlpProtocol },
    exportIntervalMs: config.otelMetricExportInterval,
    sampler: { name: config.otelTracesSampler, ratio: config.otelTracesSamplerArg },
    variables: config.telemetryVariables,
  };
  const telemetry = openTelemetry(options, log);
  closers.add(() => telemetry.close());
  return telemetry;
}
