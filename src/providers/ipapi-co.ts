/** ipapi.co: where an IP address is. https://ipapi.co/api/ */
import { z } from 'zod';
import type { FailureKind } from '../kernel/errors/failure.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { hasMember } from './shared/classify.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, type ProviderReply, pathSegment, requestJson, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'ipapi-co',
  title: 'ipapi.co',
  tier: 'T0',
  about: 'IP geolocation. About 1,000 requests per day without a key, not for production.',
  baseUrl: 'https://ipapi.co',
  settings: { apiKey: { kind: 'secret', about: 'API key of a paid plan' } },
};

const locationReply = z.object({
  ip: z.string(),
  country_name: z.string(),
  country_code: z.string(),
  region: z.string().nullish(),
  city: z.string().nullish(),
  latitude: figure,
  longitude: figure,
  timezone: z.string().nullish(),
  org: z.string().nullish(),
});

/** Location of a public address. Throws `not_found` for an address nobody can locate. */
async function locate(ip: string, ctx: CallContext) {
  const reply = await requestJson(facts, ctx, {
    path: `/${pathSegment(ip, 'ip')}/json/`,
    query: { key: settingsOf(facts, ctx).apiKey },
    reply: locationReply,
    classify,
  });
  return {
    ip: reply.ip,
    country: reply.country_name,
    countryCode: reply.country_code,
    region: reply.region || null,
    city: reply.city || null,
    latitude: reply.latitude,
    longitude: reply.longitude,
    timezone: reply.timezone || null,
    ...(reply.org ? { isp: reply.org } : {}),
  };
}

/** Reserved and malformed addresses may come inside a 200. */
function classify({ status, text, json }: ProviderReply): FailureKind | undefined {
  if (!hasMember(json, 'error')) return undefined;
  if (/"reason"\s*:\s*"(Reserved|Invalid) IP/i.test(text)) return 'not_found';
  if (/"reason"\s*:\s*"[^"]*quota/i.test(text)) return 'quota';
  if (/"reason"\s*:\s*"[^"]*key/i.test(text)) return 'auth';
  return status === 200 ? 'lying' : undefined;
}

export default defineProvider(facts, { locate });
