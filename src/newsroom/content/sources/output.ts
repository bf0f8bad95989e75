/** A source as operators see it. */
import { z } from 'zod';
import { objectOf } from '../../../kernel/tool/fields.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import type { SourceReport } from './reads.ts';
import type { FetchFault } from './types.ts';
import { SOURCE_HEALTHS, SOURCE_STATUSES } from './types.ts';

export const sourceOutput = z.object({
  source_type: z.string().describe('Its key.'),
  name: z.string().describe('What it is called.'),
  country: z.string().nullable().describe('ISO 3166.'),
  language: z.string().nullable().describe('What most of it is written in.'),
  homepage_url: z.string().nullable().describe('For people.'),
  feed_url: z.string().nullable().describe('As it is noted; SCRAPE_SOURCES decides what is read.'),
  method: z.enum(['rss', 'html', 'api', 'internal']).describe('internal: made on this server.'),
  status: z.enum(SOURCE_STATUSES).describe('What an operator has set.'),
  health: z.enum(SOURCE_HEALTHS).describe('What its runs say.'),
  health_reason: z.string().nullable().describe('Why.'),
  interval_minutes: z.number().int().describe('How often it should be read.'),
  last_run_at: z.string().nullable().describe('ISO 8601 with offset.'),
  last_success_at: z.string().nullable().describe('The same, of a run without error.'),
  last_item_at: z.string().nullable().describe('When something new last came.'),
  landed_24h: z.number().int().describe('New articles of the last 24 hours.'),
  landed_7d: z.number().int().describe('New articles of the last seven days.'),
  consecutive_failures: z.number().int().describe('Errors since the last success.'),
  last_error: z
    .object({
      kind: z.string().describe('http, rate_limited, timeout, network, robots, blocked, empty, cut or unreadable.'),
      status: z.number().int().nullable().describe('HTTP status.'),
      message: z.string().describe('What happened.'),
      at: z.string().describe('ISO 8601 with offset.'),
    })
    .nullable()
    .describe('Of the last run; null when it had none.'),
  fill_rate: objectOf('Of the last answer.', {
    title: z.number().nullable().describe('Share of the entries with a title.'),
    body: z.number().nullable().describe('With a text.'),
    email: z.number().nullable().describe('With an e-mail address.'),
  }),
  body_policy: z.enum(['summary', 'full']).describe('full: the public feed may show the text itself.'),
  robots: z.enum(['allowed', 'disallowed', 'unknown']).describe('What its robots.txt says to us.'),
  terms_note: z.string().describe('What its terms allow.'),
  notes: z.string().describe('Of the operators.'),
  owner: z.string().nullable().describe('Who looks after it.'),
  tags: z.array(z.string()).describe('Words to find it by.'),
  updated_at: z.string().describe('When an operator last changed it.'),
});

export interface SourceView extends z.input<typeof sourceOutput> {
  last_error: { kind: FetchFault; status: number | null; message: string; at: string } | null;
}

export function formatSource({ source, health, reason, landed24h, landed7d }: SourceReport, zone: string): SourceView {
  const at = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, zone));
  const { fault, fault_at, fault_message, fault_status } = source;
  const tags: string[] = JSON.parse(source.tags);
  return {
    source_type: source.source_type,
    name: source.name,
    country: source.country,
    language: source.language,
    homepage_url: source.homepage_url,
    feed_url: source.feed_url,
    method: source.method,
    status: source.status,
    health,
    health_reason: reason,
    interval_minutes: source.interval_minutes,
    last_run_at: at(source.last_run_at),
    last_success_at: at(source.last_success_at),
    last_item_at: at(source.last_item_at),
    landed_24h: landed24h,
    landed_7d: landed7d,
    consecutive_failures: source.consecutive_failures,
    last_error:
      fault === null || fault_at === null
        ? null
        : { kind: fault, status: fault_status, message: fault_message ?? '', at: formatZonedTime(fault_at, zone) },
    fill_rate: { title: source.fill_title, body: source.fill_body, email: source.fill_email },
    body_policy: source.body_policy,
    robots: source.robots,
    terms_note: source.terms_note,
    notes: source.notes,
    owner: source.owner,
    tags,
    updated_at: formatZonedTime(source.updated_at, zone),
  };
}
