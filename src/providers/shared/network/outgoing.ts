/** Builds the outgoing request of a provider from its settings and what its adapter asks for. */
import { createHash } from 'node:crypto';
import { UpstreamFailure } from '../../../kernel/errors/failure.ts';
import type { OutgoingRequest, ProviderSettings } from '../../../kernel/ports.ts';
import type { UpstreamEnvironment } from '../../../kernel/tool/context.ts';
import { createInvalidInputError } from '../../../kernel/tool/input.ts';
import { type ChosenKey, listRequiredVariables, type ProviderDefinition } from '../../../kernel/tool/provider.ts';
import { isRecord } from '../../../lib/record.ts';
import { writeWellFormedJson } from '../../../text/well-formed.ts';
import type { ProviderRequest } from './request.ts';

/** The provider's settings in this mode; throws `unconfigured` when it is not set up. */
export function readSettings(
  facts: ProviderDefinition,
  { environment }: { environment: UpstreamEnvironment },
): ProviderSettings {
  const settings = environment.settings(facts.id);
  if (!settings) throw new UpstreamFailure('unconfigured', facts.id, { variables: listRequiredVariables(facts) });
  return settings;
}

/** A caller's text as one segment of a path. Dot segments can't be escaped: they are refused as input of `field`. */
export function encodePathSegment(text: string, field: string): string {
  if (/^(\.|%2e){1,2}$/i.test(text)) throw createInvalidInputError([{ path: field, message: 'Not a name' }]);
  return encodeURIComponent(text);
}

/** The request with this key in place of the one that its adapter wrote: in headers, parameters and first members. */
export function withKey(request: ProviderRequest, { replace }: ChosenKey): ProviderRequest {
  if (!replace) return request;
  const { headers, query, json, form } = request;
  const replaced: ProviderRequest = { ...request };
  if (headers) replaced.headers = mapTexts(headers, replace);
  if (query) replaced.query = mapTexts(query, replace);
  if (isRecord(json)) replaced.json = mapTexts(json, replace);
  if (form && !(form instanceof FormData)) replaced.form = mapTexts(form, replace);
  return replaced;
}

const mapTexts = <V>(record: Readonly<Record<string, V>>, replace: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? replace(value) : value]),
  );

/** A promise only for multipart forms, whose encoding is not ready at once. */
export function buildOutgoingRequest(
  facts: ProviderDefinition,
  settings: ProviderSettings,
  request: ProviderRequest,
): Omit<OutgoingRequest, 'signal'> | Promise<Omit<OutgoingRequest, 'signal'>> {
  const encoded = encodeBody(request);
  return encoded instanceof Promise
    ? encoded.then((body) => assembleRequest(facts, settings, request, body))
    : assembleRequest(facts, settings, request, encoded);
}

/** The same for the same request; the boundary of a form is random. */
export function hashRequest({ method, url, headers, body = '' }: Omit<OutgoingRequest, 'signal'>): string {
  const [, boundary] = /\bboundary=([^;]+)/.exec(headers['content-type'] ?? '') ?? [];
  const bytes = Buffer.from(body);
  const sent = boundary === undefined ? bytes : bytes.toString('latin1').replaceAll(boundary, '');
  return createHash('sha256').update(`${method} ${url.href}\n`).update(sent).digest('base64');
}

interface EncodedBody {
  body?: string | Uint8Array;
  type?: string;
}

function assembleRequest(
  facts: ProviderDefinition,
  settings: ProviderSettings,
  request: ProviderRequest,
  { body, type }: EncodedBody,
): Omit<OutgoingRequest, 'signal'> {
  const headers: Record<string, string> = {};
  if (request.accept !== undefined) headers.accept = request.accept;
  if (type !== undefined) headers['content-type'] = type;
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
  const outgoing: Omit<OutgoingRequest, 'signal'> = {
    provider: facts.id,
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    url: buildUrl(request.baseUrl || settings.baseUrl || facts.baseUrl || `https://${facts.id}.invalid`, request),
    headers,
    isGuarded: false,
  };
  if (body !== undefined) outgoing.body = body;
  return outgoing;
}

/** The address is read once, with its query: each parameter that is added to a URL makes it write and read it anew. */
function buildUrl(baseUrl: string, { path, query }: ProviderRequest): URL {
  const address = (baseUrl.endsWith('/') ? baseUrl.replace(/\/+$/, '') : baseUrl) + path;
  const parameters = query === undefined ? '' : encodeQuery(query);
  if (parameters === '') return new URL(address);
  return new URL(`${address}${path.includes('?') ? '&' : '?'}${parameters}`);
}

function encodeQuery(query: NonNullable<ProviderRequest['query']>): string {
  const parameters = new URLSearchParams();
  for (const name in query) {
    const value = query[name];
    if (value === undefined) continue;
    if (typeof value === 'object') for (const item of value) parameters.append(name, item);
    else parameters.append(name, String(value));
  }
  return parameters.toString();
}

function encodeBody({ json, form, body }: ProviderRequest): EncodedBody | Promise<EncodedBody> {
  if (json !== undefined) return { body: writeWellFormedJson(json), type: 'application/json' };
  if (form instanceof FormData) return encodeMultipart(form);
  if (form !== undefined) {
    return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' };
  }
  return body === undefined ? {} : { body };
}

async function encodeMultipart(form: FormData): Promise<EncodedBody> {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
  return { body: new Uint8Array(await encoded.arrayBuffer()), type };
}
