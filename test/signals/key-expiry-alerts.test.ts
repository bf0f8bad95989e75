/** The alert for a provider's key that expires ends when the configuration has another date for it. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../harness/farebox.ts';
import { type HookReceiver, startHookReceiver } from '../harness/hook-receiver.ts';
import { writeFareboxFile } from '../upstreams/world.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const WAIT = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;

const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
const configure = (days: Readonly<Record<string, number>>) => ({
  providers: { groq: { keys: Object.entries(days).map(([key, left]) => ({ key, expires: inDays(left) })) } },
});

describe.each(dailyEngines('key-expiry-alerts.test.ts'))('keys of providers that expire (%s)', (engine) => {
  let receiver: HookReceiver;
  let database: FreshDatabase;
  let server: FareboxProcess;
  let env: Record<string, string>;
  const file = writeFareboxFile(configure({ 'gsk_first-key-of-tests': 3, 'gsk_second-key-of-tests': 60 }));

  beforeAll(async () => {
    receiver = await startHookReceiver(() => SECRET);
    database = await freshDatabase(engine);
    env = {
      ...{ FAREBOX_CONFIG: file, GROQ_BASE_URL: 'http://127.0.0.1:9', ALERT_DISK_FREE_PERCENT: '0' },
      ...{ ALERT_WEBHOOK_URL: receiver.url, ALERT_WEBHOOK_SECRET: SECRET },
    };
    server = await startFareboxProcess({ database, env });
  });
  afterAll(async () => {
    receiver.close();
    await server.stop();
    await database.drop();
  });

  /** Subjects and texts of the messages of a type, without repeats. */
  const told = (type: string): { subject: string; text: string }[] => {
    const byId = new Map(receiver.hooks.filter((hook) => hook.type === type).map((hook) => [hook.id, hook.data]));
    return [...byId.values()].map(({ subject, text }) => ({ subject: String(subject), text: String(text) }));
  };
  const change = (days: Readonly<Record<string, number>>): void => {
    writeFileSync(file, stringify(configure(days)));
    server.child.kill('SIGHUP');
  };

  it('are told once, and their end once their date is moved', async () => {
    await expect.poll(() => told('alert.opened'), WAIT).toHaveLength(1);
    const [opened] = told('alert.opened');
    expect(opened?.subject).toMatch(/^groq [0-9a-f]{8}$/);
    expect(opened?.text).toContain(`expires on ${inDays(3)}`);
    // Another key comes near its date: one alert for each.
    change({ 'gsk_first-key-of-tests': 3, 'gsk_second-key-of-tests': 10 });
    await expect.poll(() => told('alert.opened'), WAIT).toHaveLength(2);
    expect(told('alert.resolved')).toEqual([]);
    change({ 'gsk_first-key-of-tests': 365, 'gsk_second-key-of-tests': 10 });
    await expect.poll(() => told('alert.resolved').map(({ subject }) => subject), WAIT).toEqual([opened?.subject]);
    change({ 'gsk_first-key-of-tests': 365 });
    await expect.poll(() => told('alert.resolved'), WAIT).toHaveLength(2);
    expect(told('alert.opened')).toHaveLength(2);
  });
});
