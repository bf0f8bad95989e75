/** Variables of OpenTelemetry that are read here; the SDK reads the others, such as OTEL_TRACES_SAMPLER, itself. */
import { z } from 'zod';
import { address, flag, integer, oneOf, optional, secret, setting } from './setting-kinds.ts';

/** `name=value,name=value`, each percent-encoded. */
const headers = z
  .string()
  .regex(/^[^=,\s]+=[^,]*(?:,\s*[^=,\s]+=[^,]*)*$/, 'must be name=value pairs, separated by commas')
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())];
      }),
    ),
  );

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number);

export const telemetrySettings = {
  otelExporterOtlpEndpoint: optional(
    'Telemetry',
    'OpenTelemetry collector that gets traces and metrics by OTLP over HTTP; without it, none are recorded',
    address(['http:', 'https:'], 'http://localhost:4318'),
  ),
  otelExporterOtlpHeaders: secret(
    'Telemetry',
    'Headers sent to the collector, such as api-key=…, separated by commas',
    headers,
  ),
  otelExporterOtlpProtocol: setting(
    'Telemetry',
    'Encoding of traces and metrics; JSON is larger and takes more of the processor',
    oneOf('http/protobuf', 'http/json'),
    'http/protobuf',
  ),
  otelServiceName: setting('Telemetry', 'Name of this service in traces and metrics', z.string().max(200), 'farebox'),
  otelMetricExportInterval: setting(
    'Telemetry',
    'Milliseconds between two exports of metrics',
    integer(100, 3_600_000),
    '60000',
  ),
  otelTracesSampler: setting(
    'Telemetry',
    'Traces that are recorded: all, none or a share of them; parentbased_… follows the caller where it sends a trace',
    oneOf(
      ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
      ...['always_on', 'always_off', 'traceidratio'],
    ),
    'parentbased_always_on',
  ),
  otelTracesSamplerArg: setting(
    'Telemetry',
    'Share of traces recorded by the samplers with traceidratio, 0 to 1',
    share,
    '1',
  ),
  otelSdkDisabled: setting('Telemetry', 'Turn OpenTelemetry off, whatever else is set', flag, 'false'),
};
