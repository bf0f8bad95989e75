/** Runs the backup commands of docs/operating.md on a server that continues to send and publish. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { toSettingVariable } from '../src/config/config.ts';
import { settingInfo } from '../src/config/setting-kinds.ts';
import { serverSettings } from '../src/config/settings.ts';
import { ALERT_CODES } from '../src/newsroom/operations/reports/alerts.ts';
import { SIGNAL_CODES } from '../src/signals/alerts/types.ts';
import { engines, type FreshDatabase, freshDatabase } from './harness/databases.ts';
import { serverEnv } from './harness/server-env.ts';
import { root, textOf } from './harness/sources.ts';
import { listOf, memberOf, type Newsroom, openNewsroom } from './tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const run = promisify(execFile);
const page = textOf('docs/operating.md');

/** Commands of a section. Those of the embedded database come first, then those of PostgreSQL. */
function readCommands(heading: string, place: number): string {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
  return blocks[place] ?? '';
}

async function hasPrograms(): Promise<boolean> {
  try {
    for (const program of ['pg_dump', 'pg_restore', 'psql']) await run(program, ['--version']);
    return true;
  } catch {
    process.stdout.write('pg_dump, pg_restore or psql is missing: backups of PostgreSQL are not tried.\n');
    return false;
  }
}

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

describe.each(engines)('a backup on %s', (engine) => {
  it('is restored as the document says: nobody gets a mail twice, and readers of the feed begin anew', async (test) => {
    const database = await freshDatabase(engine);
    undo.push(() => database.drop());
    if (engine === 'postgres' && !(database.shared && (await hasPrograms()))) test.skip();
    const room = await open(database, 'off');
    const lead = await room.signIn('lead@studio.example', { company_name: 'Studio' });
    await follow(database, 'Backup', engines.indexOf(engine));
    await room.stop();

    const later = await open(database, 'on');
    await sendCampaign(later, lead);
    const diff = await later.ask('GET', '/v1/ai-feed/articles.diff.jsonl');
    const position = String(diff.headers['x-latest-seq']);
    expect(position).toMatch(/^1\.\d+$/);
    await later.stop();

    await follow(database, 'Restore', engines.indexOf(engine));
    const restored = await open(database, 'off');
    undo.push(() => restored.stop());
    const admin = (method: string, path: string) => restored.ask(method, path, { key: ADMIN_TOKEN });
    expect((await restored.ask('GET', '/auth/me', { key: lead.token })).status).toBe(200);
    expect((await restored.ask('GET', '/api/campaigns', { key: lead.token })).body).toMatchObject({ total: 0 });
    const { body } = await admin('GET', '/admin/dashboard');
    expect(body).toMatchObject({ schedule: { paused: true }, alerts: [{ code: 'restored_database' }] });
    expect((await restored.ask('GET', `/v1/ai-feed/articles.diff.jsonl?since_seq=${position}`)).status).toBe(410);
    expect((await admin('POST', '/admin/resume')).body).toMatchObject({ paused: false, changed: true });
  });
});

it('a machine that has never served the database is told to look after mail and feed as well', async () => {
  const database = await freshDatabase('sqlite');
  undo.push(() => database.drop());
  await follow(database, 'Restore', engines.length);
  const room = await open(database, 'on');
  undo.push(() => room.stop());
  const { body } = await room.ask('GET', '/admin/dashboard', { key: ADMIN_TOKEN });
  expect(body).toMatchObject({ schedule: { paused: true }, alerts: [{ code: 'restored_database' }] });
  const { headers } = await room.ask('GET', '/v1/ai-feed/articles.diff.jsonl');
  expect(headers['x-latest-seq']).toBe('1001.12');
});

/** What happens between the backup and its restoration. */
async function sendCampaign(room: Newsroom, { token, companyId }: { token: string; companyId: string }): Promise<void> {
  const call = (method: string, path: string, body?: unknown) =>
    room.ask(method, path, { key: token, ...(body === undefined ? {} : { body }) });
  const text = { title: '議事録ノートの提供を開始', body: '株式会社スタジオは議事録ノートの提供を開始しました。' };
  const release = await call('POST', '/api/press-release', { company_id: companyId, ...text });
  const list = await call('POST', '/api/media/lists', { name: '発表' });
  const { body: found } = await call('GET', '/api/media/search?per_page=3');
  const media_ids = listOf(found.items).map(({ media_id }) => media_id);
  await call('POST', `/api/media/lists/${list.body.list_id}/items`, { media_ids });
  const ids = { press_release_id: release.body.press_release_id, media_list_id: list.body.list_id };
  const made = await call('POST', '/api/campaigns', { ...ids, name: '秋' });
  const path = `/api/campaigns/${made.body.campaign_id}`;
  const sent = await call('POST', `${path}/send`);
  expect(sent, sent.text).toMatchObject({ status: 200 });
  const isSent = async () => memberOf((await call('GET', path)).body, 'status');
  await expect.poll(isSent, { timeout: 60_000, interval: 50 }).toBe('sent');
}

const open = (database: FreshDatabase, demo: 'on' | 'off'): Promise<Newsroom> =>
  openNewsroom(database.url === undefined ? 'sqlite' : 'postgres', { database, env: { ADMIN_TOKEN, DEMO_DATA: demo } });

async function follow(database: FreshDatabase, heading: string, place: number): Promise<void> {
  const commands = readCommands(heading, place);
  expect(commands).not.toBe('');
  const env = { ...serverEnv(database), BACKUP: join(database.dataDir, 'backup'), HOME: database.dataDir };
  await mkdir(join(database.dataDir, 'data'), { recursive: true });
  await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: root, env });
}

describe('the document', () => {
  it('names every alert', () => {
    expect([...ALERT_CODES, ...SIGNAL_CODES].filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
  });

  it('says how every secret of the server is changed', () => {
    const isSecret = (schema: z.ZodType): boolean => settingInfo.get(schema)?.secret === true;
    const names = Object.entries(serverSettings.shape).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []));
    const variables = names.map(toSettingVariable);
    expect(variables).toContain('FAREBOX_SECRET');
    const [, secrets = ''] = page.split('\n## Secrets\n');
    expect(variables.filter((name) => !secrets.includes(`\`${name}\``))).toEqual([]);
  });
});
