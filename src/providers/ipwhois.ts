/** ipwho.is: where an IP address is. https://ipwhois.io/documentation */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, pathSegment, requestJson, settingsOf } from './shared/provider.ts';

const PRO_URL = 'https://ipwhois.pro';

const facts: ProviderDefinition = {
  id: 'ipwhois',
  title: 'ipwho.is',
  tier: 'T0',
  about:
    'IP geolocation. 1,000 requests per day without a key, more with one. Reselling the service itself is not allowed.',
  baseUrl: 'https://ipwho.is',
  settings: { apiKey: { kind: 'secret', about: 'API key for the paid host; without one, the free host is used' } },
};

const locationReply = z.object({
  success: z.literal(true),
  ip: z.string(),
  country: z.string(),
  country_code: z.string(),
  region: z.string().nullish(),
  city: z.string().nullish(),
  latitude: figure,
  longitude: figure,
  timezone: z.object({ id: z.string() }).nullish(),
  connection: z.object({ isp: z.string().nullish() }).nullish(),
});

/** Location of a public address. Throws `not_found` for an address nobody can locate. */
async function locate(ip: string, ctx: CallContext) {
  const { baseUrl, apiKey } = settingsOf(facts, ctx);
  const reply = await requestJson(facts, ctx, {
    ...(apiKey !== undefined && baseUrl === facts.baseUrl ? { baseUrl: PRO_URL } : {}),
    path: `/${pathSegment(ip, 'ip')}`,
    query: { key: apiKey },
    reply: locationReply,
    classify,
  });
  return {
    ip: reply.ip,
    country: reply.country,
    countryCode: reply.country_code,
    region: reply.region || null,
    city: reply.city || null,
    latitude: reply.latitude,
    longitude: reply.longitude,
    timezone: reply.timezone?.id ?? null,
    ...(reply.connection?.isp ? { isp: reply.connection.isp } : {}),
  };
}

/** Every refusal is a `success: false` with a sentence, mostly inside a 200. */
function classify({ status, text }: ProviderReply): FailureKind | undefined {
  if (!/"success"\s*:\s*false/.test(text)) return undefined;
  if (/reserved|private|not found|invalid ip/i.test(text)) return 'not_found';
  if (/limit|quota/i.test(text)) return 'quota';
  if (/key/i.test(text)) return 'auth';
  return status === 200 ? 'lying' : undefined;
}

export default defineProvider(facts, { locate });
