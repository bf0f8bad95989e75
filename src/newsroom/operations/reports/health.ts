/** Checks whether providers respond: one request to the address of each, without credentials and cost. */

import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { ProviderSettings } from '../../../kernel/ports.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { withSignal } from '../../../kernel/tool/context.ts';
import type { ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { allModels } from '../../../providers/shared/chat/small-models.ts';
import { exchange } from '../../../providers/shared/network/exchange.ts';
import { newsroomTranslators } from '../../content/articles/translator.ts';

export const SERVICE_STATES = ['ok', 'down', 'unconfigured', 'rate_limited'] as const;

export interface ServiceHealth {
  service: string;
  status: (typeof SERVICE_STATES)[number];
  latency_ms: number | null;
  http_status: number | null;
  error: string | null;
}

const PING_MS = 3_000;

/** By name; all are asked at once. */
export async function pingServices(ctx: CallContext): Promise<ServiceHealth[]> {
  const providers = listProviders(ctx);
  const services = await Promise.all(providers.map(({ service, facts }) => ping(ctx, service, facts)));
  return services.sort((a, b) => (a.service < b.service ? -1 : 1));
}

function listProviders({ registry }: CallContext): { service: string; facts: ProviderDefinition }[] {
  const byId = new Map<string, { service: string; facts: ProviderDefinition }>();
  const add = (kind: string, facts: ProviderDefinition): void => {
    if (!byId.has(facts.id) && facts.baseUrl !== '') byId.set(facts.id, { service: `${kind}:${facts.id}`, facts });
  };
  for (const { provider } of allModels) add('llm', provider);
  for (const facts of newsroomTranslators) add('translate', facts);
  for (const { category, definition } of registry.tools)
    for (const facts of definition.uses ?? []) add(category ?? 'other', facts);
  return [...byId.values()];
}

/** By the operator: a public service that asks for nothing is there by itself, and no news when it is not. */
function isSetUp({ baseUrl, offByDefault, settings: specs }: ProviderDefinition, settings: ProviderSettings): boolean {
  if (offByDefault || Object.values(specs).some(({ required }) => required)) return true;
  const defaults: ProviderSettings = Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => [key, spec.default]),
  );
  return Object.entries(settings).some(([key, value]) => value !== (key === 'baseUrl' ? baseUrl : defaults[key]));
}

async function ping(ctx: CallContext, service: string, facts: ProviderDefinition): Promise<ServiceHealth> {
  const { id, baseUrl } = facts;
  const settings = ctx.environment.settings(id);
  const nothing = { service, latency_ms: null, http_status: null, error: null };
  const url = settings && isSetUp(facts, settings) ? URL.parse(settings.baseUrl ?? baseUrl) : null;
  if (!url) return { ...nothing, status: 'unconfigured' };
  const startedMs = performance.now();
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PING_MS)]);
  const own = withSignal({ ...ctx, deadlineMs: Math.min(ctx.deadlineMs, Date.now() + PING_MS) }, signal);
  const request = { provider: id, method: 'GET', url, headers: { accept: '*/*' }, isGuarded: false } as const;
  // Whatever it says, it is there: without credentials most refuse.
  const limits = { bodyBytesMax: 1, stallMs: PING_MS, overCap: 'truncate', isBodyWanted: () => false } as const;
  try {
    const { status } = await exchange(request, own, limits);
    const answered = { ...nothing, latency_ms: Math.round(performance.now() - startedMs), http_status: status };
    if (status === 429) return { ...answered, status: 'rate_limited' };
    if (status < 500) return { ...answered, status: 'ok' };
    return { ...answered, status: 'down', error: `It returned HTTP status ${status}` };
  } catch (thrown) {
    if (!(thrown instanceof UpstreamFailure)) throw thrown;
    const error = thrown.kind === 'timeout' ? 'It did not respond in time' : 'It could not be reached';
    return { ...nothing, status: 'down', error };
  }
}
