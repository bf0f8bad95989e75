/** The month of the plan's analyses turns at midnight of the service's zone, whatever the month is in UTC. */
import { expect, it } from 'vitest';
import { engines, freshDatabase } from '../../harness/databases.ts';
import { openNewsroom } from '../auth/newsroom.ts';

const MINUTE_MS = 60_000;
const ZONE_MS = 9 * 3_600_000;
const env = { TIMEZONE: 'Asia/Tokyo', PLAN_LIMITS: '{"free":{"analyses":1}}' };

/** The first midnight of a month in Tokyo, at least a day ahead, while sessions of now last. */
function findTurn(): Date {
  const there = new Date(Date.now() + 86_400_000 + ZONE_MS);
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 1) - ZONE_MS);
}

it.each(engines)('begins anew with the month of the zone on %s', async (engine) => {
  const database = await freshDatabase(engine);
  const turn = findTurn();
  const beforeMs = turn.getTime() - 2 * MINUTE_MS - Date.now();
  const analyze = { body: { content: 'Studio opens an office in Kyoto.', mode: 'score' } };
  try {
    const before = await openNewsroom(engine, { database, env, clockOffsetMs: beforeMs });
    const { token: key } = await before.signIn('ada@month.example');
    expect((await before.ask('POST', '/api/analyze', { key, ...analyze })).status).toBe(200);
    const refused = await before.ask('POST', '/api/analyze', { key, ...analyze });
    expect(refused).toMatchObject({ status: 429, body: { code: 'quota_exceeded', limit: 1, used: 1 } });
    expect(Date.parse(String(refused.body.resets_at))).toBe(turn.getTime());
    const waitSeconds = Number(refused.headers['retry-after']);
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(120);
    const { period } = (await before.ask('GET', '/api/usage', { key })).body;
    await before.stop();

    const after = await openNewsroom(engine, { database, env, clockOffsetMs: beforeMs + 2 * MINUTE_MS });
    const usage = (await after.ask('GET', '/api/usage', { key })).body;
    expect(usage).toMatchObject({ analyses_used: 0, analyses_remaining: 1, daily: [] });
    expect(usage.period).not.toBe(period);
    expect((await after.ask('POST', '/api/analyze', { key, ...analyze })).status).toBe(200);
    await after.stop();
  } finally {
    await database.drop();
  }
});
