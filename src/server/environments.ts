/** Creates the live and the test environment, with their networks and request metrics. */
import type { Config } from '../config/config.ts';
import type { Metrics } from '../http/monitoring/metrics.ts';
import type { ProviderPauses } from '../identity/provider-pauses/pauses.ts';
import { summarizeFailure } from '../kernel/errors/cause.ts';
import { isProvidersFault } from '../kernel/errors/failure.ts';
import type { FailedRequest, FailureLog } from '../kernel/errors/failure-log.ts';
import type { Mode } from '../kernel/principal.ts';
import type { Tracing } from '../kernel/tracing.ts';
import type { ProviderSpend } from '../ledger/statistics/spend.ts';
import type { UpstreamTally } from '../ledger/statistics/upstream-counts.ts';
import type { KeyRings } from '../providers/shared/access.ts';
import { createEnvironment, type WatchedEnvironment } from '../providers/shared/environment.ts';
import { createNameResolver } from '../providers/shared/names.ts';
import { createAddressGuard } from '../providers/shared/network/guard.ts';
import { buildUserAgent, createLiveTransport } from '../providers/shared/network/transport.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { ProviderStreaks } from '../signals/alerts/provider-streaks.ts';
import type { Closers } from './stopping.ts';
import * as wiring from './wiring.ts';

interface Observers {
  metrics: Metrics;
  tally: UpstreamTally;
  failures: FailureLog;
  streaks: ProviderStreaks;
  budgets: ProviderSpend;
  pauses: ProviderPauses;
  access: KeyRings;
  tracing: Tracing | undefined;
}

export async function createEnvironments(
  config: Config,
  baseUrl: string,
  { metrics, tally, failures, streaks, budgets, pauses, access, tracing }: Observers,
  closers: Closers,
): Promise<Record<Mode, WatchedEnvironment>> {
  const guard = createAddressGuard({
    allowHosts: config.fetchAllowHosts,
    resolve: createNameResolver({ servers: config.fetchDnsServers }),
  });
  const userAgent = buildUserAgent(wiring.version, config.operatorContact || baseUrl);
  const { all, byProvider } = config.maxProviderRequests;
  const countRequestsMax = (provider: string): number => byProvider.get(provider) ?? all;
  const live = createLiveTransport({ guard, userAgent, countRequestsMax });
  closers.add(() => live.close());
  const test = await createSandbox({ admit: (url) => guard.admitWritten(url) });
  const openEnvironment = (mode: Mode, transport: typeof test): WatchedEnvironment =>
    createEnvironment({
      mode,
      transport,
      tracing,
      settings: config.providers[mode],
      ...(mode === 'live' ? { budgets, pauses, access } : {}),
      observe: (provider, outcome, ms, failed) => {
        metrics.recordUpstream(provider, mode, outcome, ms);
        tally.add(mode, provider, outcome, ms);
        if (mode === 'live') streaks.note(provider, outcome, failed?.thrown);
        if (failed) noteRequest(failures, { mode, provider, ms }, failed);
      },
    });
  const environments = { live: openEnvironment('live', live), test: openEnvironment('test', test) };
  metrics.watchProviders(() => wiring.listProviderStates(config, environments));
  return environments;
}

/** Failures that only the input is to blame for are none of the provider's. */
function noteRequest(
  failures: FailureLog,
  { mode, provider, ms }: { mode: Mode; provider: string; ms: number },
  { thrown, ctx, model }: FailedRequest,
): void {
  const { cause, kind, status } = summarizeFailure(thrown);
  if (kind === null || !isProvidersFault(kind)) return;
  const { requestId, toolName: tool, share } = ctx;
  const accountId = share.owner.startsWith('agt_') ? share.owner : undefined;
  const request = { subject: 'provider', mode, source: provider, requestId, ms, model, tool, accountId } as const;
  failures.note({ ...request, cause, kind, status });
}
