/** Builds the outgoing request of a provider from its settings and what its adapter asks for. */
import type { Outside } from '../kernel/context.ts';
import { UpstreamFailure } from '../kernel/failure.ts';
import { invalidInput } from '../kernel/input.ts';
import type { OutgoingRequest, ProviderSettings } from '../kernel/ports.ts';
import { type ProviderFacts, requiredVariables } from '../kernel/provider.ts';
import type { ProviderRequest } from './provider.ts';

/** The provider's settings in this mode; throws `unconfigured` when it is not set up. */
export function settingsOf(facts: ProviderFacts, { outside }: { outside: Outside }): ProviderSettings {
  const settings = outside.settings(facts.id);
  if (!settings) throw new UpstreamFailure('unconfigured', facts.id, { variables: requiredVariables(facts) });
  return settings;
}

/** A caller's text as one segment of a path. Dot segments can't be escaped: they are refused as input of `field`. */
export function pathSegment(text: string, field: string): string {
  if (/^(\.|%2e){1,2}$/i.test(text)) throw invalidInput([{ path: field, message: 'Not a name' }]);
  return encodeURIComponent(text);
}

export async function outgoingOf(
  facts: ProviderFacts,
  settings: ProviderSettings,
  request: ProviderRequest,
): Promise<Omit<OutgoingRequest, 'signal'>> {
  const { body, type } = await bodyOf(request);
  const headers: Record<string, string> = {};
  if (type !== undefined) headers['content-type'] = type;
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  return {
    provider: facts.id,
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    url: urlOf(request.baseUrl || settings.baseUrl || facts.baseUrl || `https://${facts.id}.invalid`, request),
    headers,
    ...(body === undefined ? {} : { body }),
    guarded: false,
  };
}

function urlOf(baseUrl: string, { path, query }: ProviderRequest): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    if (typeof value === 'object') for (const item of value) url.searchParams.append(name, item);
    else url.searchParams.append(name, String(value));
  }
  return url;
}

async function bodyOf({ json, form, body }: ProviderRequest): Promise<{ body?: string | Uint8Array; type?: string }> {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form instanceof FormData) {
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
    return { body: new Uint8Array(await encoded.arrayBuffer()), type };
  }
  if (form !== undefined) {
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return body === undefined ? {} : { body };
}
