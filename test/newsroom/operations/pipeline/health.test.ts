/** Each rule of a source's health, the first that fits being the answer. */
import { describe, expect, it } from 'vitest';
import { judgeHealth } from '../../../../src/newsroom/content/sources/health.ts';
import type { Source, SourceHourRow } from '../../../../src/newsroom/content/sources/tables.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Saturday, half past two in the afternoon in UTC. */
const NOW_MS = Date.UTC(2026, 10, 21, 14, 30);
const now = { day: '2026-11-21', hour: 14 };

const healthy: Source = {
  source_type: 'mine',
  name: 'Mine',
  country: null,
  language: null,
  homepage_url: null,
  feed_url: null,
  method: 'rss',
  status: 'active',
  interval_minutes: 60,
  body_policy: 'summary',
  terms_note: '',
  notes: '',
  owner: null,
  tags: '[]',
  robots: 'allowed',
  etag: null,
  last_modified: null,
  fetched_url: null,
  asked_at: null,
  retry_at: null,
  first_run_at: NOW_MS - 60 * DAY_MS,
  last_run_at: NOW_MS - HOUR_MS,
  last_success_at: NOW_MS - HOUR_MS,
  last_item_at: NOW_MS - HOUR_MS,
  last_job_id: null,
  consecutive_failures: 0,
  fault: null,
  fault_status: null,
  fault_message: null,
  fault_at: null,
  fill_title: 1,
  fill_body: 1,
  fill_email: 0.5,
  updated_at: 0,
};

/** Six articles on each of the last 28 days, at nine in the morning and at three in the afternoon. */
const hours: SourceHourRow[] = Array.from({ length: 28 }, (_, index) => {
  const day = new Date(NOW_MS - (index + 1) * DAY_MS).toISOString().slice(0, 10);
  const counts = { landed: 3, errors: 0, entries: 10, titles: 10, bodies: 10, emails: 5 };
  return [9, 15].map((hour) => ({ source_type: 'mine', day, hour, ...counts }));
}).flat();

const judge = (changes: Partial<Source>, at = { nowMs: NOW_MS, now }) =>
  judgeHealth({ source: { ...healthy, ...changes }, hours, ...at });

describe('a source', () => {
  it.each<[string, Partial<Source>]>([
    ['healthy', {}],
    ['off', { status: 'paused', consecutive_failures: 9 }],
    ['never_run', { last_run_at: null, consecutive_failures: 9 }],
    ['rate_limited', { fault: 'rate_limited', fault_message: 'Patience', consecutive_failures: 9 }],
    ['failing', { fault: 'http', consecutive_failures: 3, fill_body: 0 }],
    ['healthy', { fault: 'http', consecutive_failures: 2 }],
    ['failing', { fault: 'http', consecutive_failures: 1, last_success_at: null }],
    ['degraded', { fault: 'cut', consecutive_failures: 1 }],
    ['degraded', { fill_email: 0.2, last_item_at: NOW_MS - 9 * DAY_MS }],
    ['healthy', { fill_email: 0.3 }],
    ['silent', { last_item_at: NOW_MS - 9 * HOUR_MS, last_run_at: NOW_MS - 9 * HOUR_MS }],
    ['healthy', { last_item_at: NOW_MS - 7 * HOUR_MS }],
    ['late', { last_run_at: NOW_MS - 4 * HOUR_MS }],
    ['never_run', { method: 'internal', last_item_at: null }],
  ])('is %s with %o', (health, changes) => {
    expect(judge(changes).health).toBe(health);
  });

  it('says why', () => {
    expect(judge({ last_item_at: NOW_MS - 31 * HOUR_MS }).reason).toBe('no new items for 31 h, usual gap 2 h');
    expect(judge({ fill_email: 0.2 }).reason).toBe('email in 20 % of the entries, usually in 50 %');
    expect(judge({ fault: 'http', fault_message: 'No', consecutive_failures: 4 }).reason).toBe('4 errors in a row: No');
  });

  it('may be silent by night, when nothing ever comes', () => {
    const night = { nowMs: NOW_MS + 12 * HOUR_MS, now: { day: '2026-11-22', hour: 2 } };
    const changes = { last_run_at: night.nowMs, last_item_at: NOW_MS };
    expect(judge(changes, night).health).toBe('healthy');
  });
});
