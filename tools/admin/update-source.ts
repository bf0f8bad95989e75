import { z } from 'zod';
import { identifyActor } from '../../src/identity/operators/operator.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatSource, sourceOutput } from '../../src/newsroom/content/sources/output.ts';
import { readSource } from '../../src/newsroom/content/sources/reads.ts';
import { SOURCE_STATUSES } from '../../src/newsroom/content/sources/types.ts';
import {
  createSourceMissingError,
  type SourceChanges,
  updateSource,
} from '../../src/newsroom/content/sources/writes.ts';

const TAGS_MAX = 50;
const text = (most: number) => z.string().max(most);

export default defineTool({
  title: 'Edit a source',
  description:
    'Edit the notes about a source. Which sources are read, and when, depends only on SCRAPE_SOURCES and SCRAPE_SCHEDULE.',
  route: 'PUT /admin/sources/{source_type}',
  effect: 'write',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT'],
  input: z.object({
    source_type: z.string().describe('Key of the source.'),
    name: text(200).optional().describe('Display name of the source.'),
    country: text(10).nullable().optional().describe('Country code (ISO 3166).'),
    language: text(10).nullable().optional().describe('Main language of its articles.'),
    homepage_url: text(1_000).nullable().optional().describe('Public home page, http or https.'),
    feed_url: text(1_000).nullable().optional().describe('Recorded feed address, http or https.'),
    status: z.string().optional().describe('Status: active, paused, planned or retired.'),
    interval_minutes: z.number().int().min(1).max(100_000).optional().describe('Reading interval in minutes.'),
    notes: text(5_000).optional().describe('Notes by operators.'),
    owner: text(200).nullable().optional().describe('Person responsible for the source.'),
    tags: z.array(text(100)).optional().describe('Tags for searching.'),
    terms_note: text(5_000).optional().describe('Note about the terms of use.'),
  }),
  output: sourceOutput,
  examples: [{ source_type: 'prtimes', notes: 'Asked for a summary licence in May' }],
  async run({ source_type: type, status: statusName, tags, homepage_url, feed_url, ...rest }, ctx) {
    const status = SOURCE_STATUSES.find((one) => one === statusName);
    if (statusName !== undefined && status === undefined) {
      throw new FareboxError('INVALID_INPUT', { message: `status must be one of: ${SOURCE_STATUSES.join(', ')}` });
    }
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const changes = dropUndefined({
      ...rest,
      homepage_url: checkAddress('homepage_url', homepage_url),
      feed_url: checkAddress('feed_url', feed_url),
      status,
      tags: tags && JSON.stringify([...new Set(tags)].slice(0, TAGS_MAX)),
    });
    if (Object.keys(changes).length > 0) {
      await database.write(updateSource, { ...identifyActor(ctx.principal), type, changes });
    }
    const source = await database.read(readSource, { type, zone });
    if (!source) throw createSourceMissingError();
    return formatSource(source, zone);
  },
});

function checkAddress(name: string, address: string | null | undefined): string | null | undefined {
  const isFit = address == null || /^https?:$/.test(URL.parse(address)?.protocol ?? '');
  if (isFit) return address;
  throw new FareboxError('INVALID_INPUT', { message: `${name} must be an http or https address` });
}

type Partially<T> = { [K in keyof T]?: T[K] | undefined };

function dropUndefined(changes: Partially<SourceChanges>): SourceChanges {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
