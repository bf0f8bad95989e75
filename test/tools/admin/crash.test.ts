/** A grant under one Idempotency-Key is credited once, whichever server it comes to and whatever dies in between. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Engine, engines, freshDatabase } from '../../harness/databases.ts';
import { type Farebox, type FareboxProcess, startFarebox, startFareboxProcess } from '../../harness/farebox.ts';
import { isLong } from '../../harness/long.ts';
import { runCommand } from '../../harness/operator.ts';
import { serverEnv } from '../../harness/server-env.ts';
import { ADMIN_TOKEN } from './world.ts';

const env = { ADMIN_TOKEN, ADMIN_RATE_LIMIT_PER_MINUTE: '1000000' };
/** How long after the grant was sent its server is killed. */
const KILLED_AFTER_MS = isLong ? [0, 2, 5, 10, 30] : [0, 5];

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function opened(engine: Engine) {
  const database = await freshDatabase(engine);
  undo.push(() => database.drop());
  const start = async (): Promise<FareboxProcess> => {
    const server = await startFareboxProcess({ database, env });
    undo.push(() => server.stop('SIGKILL'));
    return server;
  };
  return { database, start, verify: () => runCommand({ ...serverEnv(database), ...env }, 'verify') };
}

const grant = (server: Farebox, agentId: string, key: string) =>
  server.request('POST', `/admin/accounts/${agentId}/grant`, {
    key: ADMIN_TOKEN,
    body: { amount: 1, reason: 'once' },
    headers: { 'idempotency-key': key },
  });

describe.each(engines)('a grant on %s', (engine) => {
  // The whole run starts six servers, one after the other.
  it('is repeated after a kill -9, and credited once', { timeout: 120_000 }, async () => {
    const world = await opened(engine);
    let server = await world.start();
    const { agentId } = await server.account('live');
    for (const [i, afterMs] of KILLED_AFTER_MS.entries()) {
      const lost = grant(server, agentId, `grant-${i}`).catch(() => null);
      await sleep(afterMs);
      await server.stop('SIGKILL');
      await lost;
      server = await world.start();
      const repeated = await grant(server, agentId, `grant-${i}`);
      expect(repeated).toMatchObject({ status: 200, body: { balance: 0.25 + i + 1 } });
    }
    expect(await world.verify()).toMatchObject({ code: 0 });
  });
});

describe('a grant on two servers that share a PostgreSQL', () => {
  it('is credited once, however they are asked', async ({ skip }) => {
    const { database, verify } = await opened('postgres');
    skip(!database.shared, 'PGlite has one session for everybody');
    const [one, other] = [await startFarebox({ database, env }), await startFarebox({ database, env })];
    undo.push(() => Promise.all([one.stop(), other.stop()]));
    const { agentId } = await one.account('live');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => grant(i % 2 === 0 ? one : other, agentId, 'both')),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { balance: 1.25 } });
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await verify()).toMatchObject({ code: 0 });
  });
});
