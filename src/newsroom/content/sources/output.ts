/** A source as operators see it. */
import { z } from 'zod';
import { objectOf } from '../../../kernel/tool/fields.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import type { SourceReport } from './reads.ts';
import type { FetchFault } from './types.ts';
import { SOURCE_HEALTHS, SOURCE_STATUSES } from './types.ts';

export const sourceOutput = z.object({
  source_type: z.string().describe('Key of the source.'),
  name: z.string().describe('Display name of the source.'),
  country: z.string().nullable().describe('Country code (ISO 3166).'),
  language: z.string().nullable().describe('Main language of its articles.'),
  homepage_url: z.string().nullable().describe('Public home page.'),
  feed_url: z.string().nullable().describe('Recorded feed address. `SCRAPE_SOURCES` decides what is read.'),
  method: z
    .enum(['rss', 'html', 'api', 'internal'])
    .describe('Kind of source. internal: the articles are created on this server.'),
  status: z.enum(SOURCE_STATUSES).describe('Status set by an operator.'),
  health: z.enum(SOURCE_HEALTHS).describe('Health derived from its runs.'),
  health_reason: z.string().nullable().describe('Reason for the health status.'),
  interval_minutes: z.number().int().describe('Reading interval in minutes.'),
  last_run_at: z.string().nullable().describe('ISO 8601 timestamp with offset.'),
  last_success_at: z.string().nullable().describe('Time of the last run without errors.'),
  last_item_at: z.string().nullable().describe('Time of the last new item.'),
  landed_24h: z.number().int().describe('Number of new articles in the last 24 hours.'),
  landed_7d: z.number().int().describe('Number of new articles in the last seven days.'),
  consecutive_failures: z.number().int().describe('Number of errors since the last success.'),
  last_error: z
    .object({
      kind: z
        .string()
        .describe('Kind of error: http, rate_limited, timeout, network, robots, blocked, empty, cut or unreadable.'),
      status: z.number().int().nullable().describe('HTTP status code.'),
      message: z.string().describe('Text of the error.'),
      at: z.string().describe('ISO 8601 timestamp with offset.'),
    })
    .nullable()
    .describe('Error of the last run; `null` if it succeeded.'),
  fill_rate: objectOf('Share of articles that have each field in the last response, 0 to 1.', {
    title: z.number().nullable().describe('Share of entries with a title, 0 to 1.'),
    body: z.number().nullable().describe('Share of entries with a body text, 0 to 1.'),
    email: z.number().nullable().describe('Share of entries with an email address, 0 to 1.'),
  }),
  body_policy: z.enum(['summary', 'full']).describe('full: the public feed may show the whole text.'),
  robots: z
    .enum(['allowed', 'disallowed', 'unknown'])
    .describe('Rules in the source’s robots.txt that apply to this server.'),
  terms_note: z.string().describe('Note about the terms of use.'),
  notes: z.string().describe('Notes by operators.'),
  owner: z.string().nullable().describe('Person responsible for the source.'),
  tags: z.array(z.string()).describe('Tags for searching.'),
  updated_at: z.string().describe('Time of the last change by an operator.'),
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
