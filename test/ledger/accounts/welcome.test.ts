/** Welcome credit: one network can't take the whole of a day's. */
import { describe, expect, it } from 'vitest';
import { engines, freshDatabase } from '../../harness/databases.ts';
import { openWorld, visitorFrom } from '../accounts-world.ts';

const DAY_MS = 86_400_000;

describe.each(engines)('welcome credit on %s', (engine) => {
  it('has a share for each network and day, also when many come at once', async () => {
    const database = await freshDatabase(engine);
    const rules = { database, welcomeMicrosPerDay: 2_000_000, welcomeMicrosPerNetwork: 600_000 };
    const today = await openWorld(engine, rules);
    const welcomed = async (world: typeof today, count: number, ip: string, mode: 'live' | 'test' = 'live') => {
      const made = await Promise.all(
        Array.from({ length: count }, () => world.accounts.create({ name: 'One of many', mode }, visitorFrom(ip))),
      );
      return made.filter(({ balanceMicros }) => balanceMicros === 250_000).length;
    };
    try {
      expect(await welcomed(today, 6, '192.0.2.1')).toBe(2);
      expect(await welcomed(today, 2, '192.0.2.254')).toBe(0);
      expect(await welcomed(today, 3, '192.0.2.1', 'test')).toBe(3);
      expect(await welcomed(today, 3, '198.51.100.1')).toBe(2);
      expect(await welcomed(today, 3, '2001:db8:0:aa01::1')).toBe(2);
      expect(await welcomed(today, 1, '2001:db8:0:aaff::9')).toBe(0);
      // What is left of the day is less than two shares.
      expect(await welcomed(today, 3, '203.0.113.1')).toBe(2);
      expect(await welcomed(today, 3, '203.0.114.1')).toBe(0);
    } finally {
      await today.stop();
    }
    const tomorrow = await openWorld(engine, { ...rules, clockOffsetMs: DAY_MS });
    try {
      expect(await welcomed(tomorrow, 3, '192.0.2.1')).toBe(2);
      await tomorrow.ledger.database.purge();
      const rows = await tomorrow.ledger.database.db.selectFrom('welcome_daily').selectAll().execute();
      expect(rows.map(({ network, given }) => [network, given])).toEqual([['192.0.2.0/24', 500_000]]);
    } finally {
      await tomorrow.stop();
      await database.drop();
    }
  });
});
