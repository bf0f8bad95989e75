/** Retention: data stays until its time is over and is gone soon after; everything else stays. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '../../src/ledger/ledger.ts';
import type { Ledger } from '../../src/ledger/types.ts';
import { totalEvents } from '../../src/newsroom/mailing/tracking/writes.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { behind, until } from '../ledger/books.ts';
import { ADMIN_TOKEN } from '../tools/admin/world.ts';
import { createRelease } from '../tools/analysis/target.ts';
import { openNewsroom } from '../tools/auth/newsroom.ts';

/** A code and an invitation. */
const MAILS = 2;
const DAY_MS = 86_400_000;
const EVENTS_KEPT_DAYS = 400;
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** In the order of their ends: days, what is counted, and how much of it is there before. */
const kept = [
  ['answers under an idempotency key', 1, 'finished_writes', 2],
  ['units of the plan with their answers', 1, 'quota_calls', 1],
  ['invitations', 7, 'invitations', 1],
  ['mails with codes and invitations', 7, "mail_items WHERE kind IN ('code', 'invitation')", MAILS],
  ['jobs, but the newest of a kind', 30, "jobs WHERE kind = 'push'", 2],
  ['proofs of consent for addresses that are used no longer since two days later', 33, 'consent_proofs', 1],
  ['hours of sources', 60, 'source_hours', 1],
  ['opinions of models', 90, 'quality_opinions', 1],
  ['tombstones of the feed', 180, 'feed_entries WHERE reason IS NOT NULL', 1],
  ['calls of upstreams', 400, 'upstream_costs', 1],
  ['exports of media', 400, 'media_exports', 1],
  ['pitches', 400, 'pitch_log', 1],
  ['opens and clicks', EVENTS_KEPT_DAYS, 'mail_events', 2],
  ['sessions', 430, 'sessions', 1],
] as const;
const left: Readonly<Record<string, number>> = { "jobs WHERE kind = 'push'": 1 };
const forGood = ['analyses', 'press_releases', 'feed_entries WHERE reason IS NULL', 'usage_days', 'cost_days'];

describe.each(dailyEngines(import.meta.url))('retention on %s', (engine) => {
  let database: FreshDatabase;
  let beganMs: number;
  const rows = (statement: string) => behind({ ...database, dataDir: join(database.dataDir, 'data') }, statement);
  const count = async (what: string): Promise<number> =>
    Number((await rows(`SELECT COUNT(*) AS n FROM ${what}`))[0]?.n);

  beforeAll(async () => {
    database = await freshDatabase(engine);
    const room = await openNewsroom(engine, { database, env: { ADMIN_TOKEN } });
    const ada = await room.signIn('ada@kept.example');
    const post = (path: string, body: unknown, key?: string) =>
      room.ask('POST', path, { key: ada.token, body, headers: key === undefined ? {} : { 'idempotency-key': key } });
    const release = { company_id: ada.companyId, title: 'Studio opens', body: 'Studio opens in Kyoto.' };
    await post('/api/press-release', release, 'create');
    await post('/api/analyze', { content: 'Studio opens an office in Kyoto on December 1, 2026.' }, 'analyse');
    await post('/auth/invite', { email: 'bob@kept.example' }, 'invite');
    for (const title of ['Studio stays', 'Studio goes']) {
      await post('/api/publish-to-aeo', { press_release_id: await createRelease(room.ask, ada, title) });
    }
    const [{ id } = { id: 0 }] = await rows("SELECT id FROM press_releases WHERE title = 'Studio goes'");
    await room.ask('DELETE', `/api/press-release/${id}`, { key: ada.token });
    for (const _ of [1, 2]) {
      await room.ask('POST', '/admin/run-push', { key: ADMIN_TOKEN });
      await until(async () => (await count("jobs WHERE kind = 'push' AND state <> 'done'")) === 0);
    }
    await until(async () => (await count("mail_items WHERE status = 'sent'")) === MAILS);
    await room.stop();
    await beInTime(0, async (ledger) => {
      beganMs = await ledger.database.now();
    });
    const [at, day] = [beganMs, new Date(beganMs).toISOString().slice(0, 10)];
    for (const statement of [
      `INSERT INTO source_hours VALUES ('prtimes', '${day}', 1, 1, 0, 1, 1, 1, 1)`,
      `INSERT INTO quality_opinions VALUES ('c', 'd', 'm', '[]', ${at})`,
      `INSERT INTO upstream_costs (at, day, provider, service, operation, cost_micros, market_micros, is_estimated, status)
         VALUES (${at}, '${day}', 'p', 's', 'o', 1, 1, 0, 'ok')`,
      `INSERT INTO consent_proofs (media_id, email_norm, consent_basis, consent_evidence, ended_at)
         VALUES (1, 'a@b.jp', 'consent', 'It says so.', ${at + 2 * DAY_MS})`,
      `INSERT INTO cost_days VALUES ('${day}', 's', 'p', 'o', 1, 0, 0, 0, 1, 1, 1, 0)`,
      `INSERT INTO media_exports (company_id, count, at) VALUES ('c', 1, ${at})`,
      `INSERT INTO pitch_log (company_id, article_id, media_id, subject, body, at) VALUES ('c', 1, 1, 's', 'b', ${at})`,
      ...['open', 'click'].map(
        (kind) =>
          `INSERT INTO mail_events (kind, article_id, at, ua, is_trap, actor_class, reasons)
             VALUES ('${kind}', 1, ${at}, 'ua', 0, 'human', '[]')`,
      ),
    ])
      await rows(statement);
  });
  afterAll(() => database.drop());

  async function beInTime(days: number, act: (ledger: Ledger) => Promise<void>): Promise<void> {
    const { url, dataDir } = database;
    const where = { dataDir: join(dataDir, 'data'), ...(url === undefined ? {} : { databaseUrl: url }) };
    const ledger = await openLedger({ ...where, log: silent, clockOffsetMs: days * DAY_MS });
    try {
      await act(ledger);
    } finally {
      await ledger.stop();
    }
  }

  const clean = async (ledger: Ledger): Promise<void> => {
    while ((await ledger.database.purge()) > 0);
    while ((await ledger.database.write(totalEvents, { keptMs: EVENTS_KEPT_DAYS * DAY_MS })) > 0);
  };
  const ends = [...new Set(kept.map(([, days]) => days))];

  it.each(ends)('after %i days', async (days) => {
    const own = kept.filter(([, end]) => end === days);
    const before = await Promise.all(forGood.map(count));
    // The rows are some seconds older than the clock that is moved.
    await beInTime(days - 0.01, clean);
    for (const [what, , table, there] of own) expect([what, await count(table)]).toEqual([what, there]);
    // Hours of sources are compared by their day.
    await beInTime(days + 1.01, clean);
    for (const [what, , table] of own) expect([what, await count(table)]).toEqual([what, left[table] ?? 0]);
    expect(await Promise.all(forGood.map(count))).toEqual(before);
  });

  it('leaves totals of what went, and the horizon behind the tombstones', async () => {
    expect(await rows('SELECT kind, events FROM mail_event_totals ORDER BY kind')).toMatchObject([
      { kind: 'click' },
      { kind: 'open' },
    ]);
    const [state] = await rows('SELECT number, horizon FROM feed_state');
    expect(Number(state?.horizon)).toBe(Number(state?.number));
    expect(await count('articles WHERE is_public = 1')).toBe(1);
  });
});
