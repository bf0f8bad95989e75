/** OpenTelemetry where it is set up; its libraries are loaded then only. */

import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config.ts';
import type { Tracing } from '../kernel/tracing.ts';
import type { Closers } from './stopping.ts';
import { version } from './wiring.ts';

/** Throws a ConfigError where the optional packages were left out of the installation. */
export async function openTracing(config: Config, closers: Closers): Promise<Tracing | undefined> {
  const { otelExporterOtlpEndpoint: endpoint, otelExporterOtlpHeaders: headers = {}, otelServiceName } = config;
  if (endpoint === undefined || config.otelSdkDisabled) return undefined;
  const { openTelemetry } = await import('../signals/telemetry/open.ts').catch((cause: unknown) => {
    throw new ConfigError(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages @opentelemetry/*: install farebox without --omit=optional.',
      { cause },
    );
  });
  const telemetry = openTelemetry({
    endpoint,
    headers,
    serviceName: otelServiceName,
    version,
    exportIntervalMs: config.otelMetricExportInterval,
  });
  closers.add(() => telemetry.close());
  return telemetry;
}
