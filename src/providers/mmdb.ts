/** A city database of this machine in the MaxMind DB form: where an IP address is. https://maxmind.github.io/MaxMind-DB/ */
import { stat } from 'node:fs/promises';
import type { CityResponse, Reader } from 'maxmind';
import { z } from 'zod';
import { UpstreamFailure } from '../kernel/errors/failure.ts';
import type { ProviderSettings } from '../kernel/ports.ts';
import type { CallContext } from '../kernel/tool/context.ts';
import { listRequiredVariables, type ProviderDefinition } from '../kernel/tool/provider.ts';
import { figure } from './shared/figures.ts';
import { defineProvider, settingsOf } from './shared/provider.ts';

const facts: ProviderDefinition = {
  id: 'mmdb',
  title: 'Local IP database',
  tier: 'T0',
  about:
    'IP geolocation from a file such as GeoLite2 City or DB-IP City Lite, reloaded when it changes. Check its license.',
  baseUrl: '',
  settings: { file: { kind: 'text', about: 'Path of a city database (.mmdb)', required: true } },
};

const namedRecord = z.object({ names: z.object({ en: z.string() }) });

/** Known fields differ from address to address. */
const cityRecord = z.object({
  country: namedRecord.extend({ iso_code: z.string() }),
  subdivisions: z.array(namedRecord).optional(),
  city: namedRecord.optional(),
  location: z.object({ latitude: figure, longitude: figure, time_zone: z.string().optional() }),
});

interface OpenDatabase {
  /** Time and size of the file as it was read. */
  stamp: string;
  reader: Promise<Reader<CityResponse>>;
}

/** Open files live as long as the settings that name them. */
const openDatabases = new WeakMap<ProviderSettings, OpenDatabase>();

/**
 * Location of a public address. Throws `not_found` for one that the file does not place, `unconfigured` without a file.
 */
async function locate(ip: string, ctx: CallContext) {
  const reader = await openReader(settingsOf(facts, ctx), ctx);
  const isReadable = reader.metadata.ipVersion === 6 || !ip.includes(':');
  const result = cityRecord.safeParse(isReadable ? reader.get(ip) : null);
  if (!result.success) throw new UpstreamFailure('not_found', facts.id, { cause: result.error });
  const { country, subdivisions, city, location } = result.data;
  return {
    ip,
    country: country.names.en,
    countryCode: country.iso_code,
    region: subdivisions?.[0]?.names.en ?? null,
    city: city?.names.en ?? null,
    latitude: location.latitude,
    longitude: location.longitude,
    timezone: location.time_zone ?? null,
  };
}

async function openReader(settings: ProviderSettings, ctx: CallContext): Promise<Reader<CityResponse>> {
  const { file = '' } = settings;
  try {
    const { mtimeMs, size } = await stat(file);
    const stamp = `${mtimeMs} ${size}`;
    const openDatabase = openDatabases.get(settings);
    if (openDatabase?.stamp === stamp) return await openDatabase.reader;
    const reader = openFile(file);
    openDatabases.set(settings, { stamp, reader });
    return await reader;
  } catch (thrown) {
    ctx.log.error({ provider: facts.id, err: thrown }, 'could not read the IP database');
    throw new UpstreamFailure('unconfigured', facts.id, { variables: listRequiredVariables(facts), cause: thrown });
  }
}

async function openFile(file: string): Promise<Reader<CityResponse>> {
  // Loaded here, so that a server without such a file does not carry it.
  const { open } = await import('maxmind');
  return open<CityResponse>(file);
}

export default defineProvider(facts, { locate });
