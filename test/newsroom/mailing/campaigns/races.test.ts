/** Changes by people while a campaign is being sent, on both databases. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../../harness/farebox.ts';
import { type Mailing, mailingEnv, openMailing } from '../../../harness/mailing.ts';
import { behind } from '../../../ledger/books.ts';
import { listOf } from '../../../tools/auth/newsroom.ts';

const RECIPIENTS = 12;

describe.each(engines)('on %s', (engine) => {
  let database: FreshDatabase;
  let server: Farebox;
  let mailing: Mailing;
  const findFolder = (): string => join(database.dataDir, 'data');

  beforeAll(async () => {
    database = await freshDatabase(engine);
    server = await startFarebox({ database, env: mailingEnv });
    mailing = await openMailing({ findUrl: () => server.url, dataDir: findFolder(), recipients: RECIPIENTS });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  const untilSent = (path: string): Promise<void> =>
    expect
      .poll(async () => (await mailing.call('GET', path)).body.status, { timeout: 60_000, interval: 50 })
      .toBe('sent');

  async function readSubjects(): Promise<Map<number, string>> {
    const folder = join(findFolder(), 'outbox');
    const subjects = new Map<number, string>();
    for (const name of await readdir(folder)) {
      const id = /^mail-(\d+)-\d+\.eml$/.exec(name)?.[1];
      if (id === undefined) continue;
      const { subject = '' } = await PostalMime.parse(await readFile(join(folder, name)));
      subjects.set(Number(id), subject);
    }
    return subjects;
  }

  it('an edit is in the mail, or is refused', async () => {
    const { path } = await mailing.draft();
    const ids = listOf((await mailing.call('GET', `${path}/preview`)).body.emails).map(({ email_id }) =>
      Number(email_id),
    );
    expect(ids).toHaveLength(RECIPIENTS);
    const edit = async (id: number) => {
      const { status } = await mailing.call('PUT', `${path}/emails/${id}`, { subject: `【リリース】変更 ${id}` });
      return { id, status };
    };
    // It asks for another try when a draft changes at the very moment.
    const send = async (): Promise<number> => {
      for (;;) {
        const { status, body } = await mailing.call('POST', `${path}/send`);
        if (body.code !== 'version_conflict') return status;
      }
    };
    const half = ids.slice(0, RECIPIENTS / 2);
    const first = half.map(edit);
    const sending = send();
    const edits = await Promise.all([...first, ...ids.slice(RECIPIENTS / 2).map(edit)]);
    expect(await sending).toBe(200);
    await untilSent(path);
    const subjects = await readSubjects();
    for (const { id, status } of edits) {
      expect([200, 409]).toContain(status);
      expect([id, subjects.get(id) === `【リリース】変更 ${id}`]).toEqual([id, status === 200]);
    }
    const late = await edit(ids[0] ?? 0);
    expect(late.status).toBe(409);
  });

  it('whoever leaves, or turns out to want none, between two looks of the sender gets no mail', async () => {
    const first = await mailing.draft();
    await mailing.call('POST', `${first.path}/send`);
    await untilSent(first.path);
    const [mail] = listOf((await mailing.call('GET', `${first.path}/preview`)).body.emails);
    const folder = join(findFolder(), 'outbox');
    const { text = '' } = await PostalMime.parse(await readFile(join(folder, `mail-${mail?.email_id}-1.eml`)));
    const way = new URL(/: (http\S+\/unsubscribe\S+)/.exec(text)?.[1] ?? '');
    const second = await mailing.draft();
    await mailing.limitTo(0);
    await mailing.call('POST', `${second.path}/send`);
    const isHeld = async () => (await mailing.call('GET', second.path)).body.blocked_by;
    await expect.poll(isHeld, { timeout: 60_000, interval: 50 }).toBe('daily_limit');
    const left = await fetch(new URL(`${way.pathname}${way.search}`, server.url), { method: 'POST' });
    expect(left.status).toBe(200);
    const refused = `UPDATE media_items SET refuses_ads = 1 WHERE email_norm = '${mailing.addresses.at(-1)}'`;
    await behind({ url: database.url, dataDir: findFolder() }, refused);
    await mailing.limitTo(100_000);
    await untilSent(second.path);
    expect((await mailing.call('GET', second.path)).body).toMatchObject({
      counts: { sent: RECIPIENTS - 2, suppressed: 2 },
    });
  });
});
