/** A company's own contacts, on both databases: entered, imported, used in campaigns, and seen by nobody else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { listOf, type Person, waitFor } from '../auth/newsroom.ts';
import { type MediaWorld, openMediaWorld } from '../media/world.ts';

const MINA = {
  name: '伊藤みな',
  email: 'mina@paper.co.jp',
  outlet: '見本日報',
  tags: ['tech', '大阪'],
  notes: '朝に連絡',
  consent_basis: 'business_card',
};

const FILE = [
  '氏名;メールアドレス;会社名;タグ;同意の根拠',
  '佐藤例;rei@weekly.co.jp;週刊例;tech, 週刊;名刺',
  '伊藤みな;MINA@paper.co.jp;見本日報;音楽;同意',
  '重複子;rei@weekly.co.jp;別の社;;',
  ';nobody@weekly.co.jp;;;',
  '誤字男;not an address;;;',
  '無同意;none@weekly.co.jp;;tech;なし',
  '謎の根拠;odd@weekly.co.jp;;;たぶん',
].join('\r\n');

describe.each(dailyEngines(import.meta.url))('own contacts on %s', (engine) => {
  let world: MediaWorld;
  let outsider: Person;
  let mina: number;

  const call = (method: string, path: string, body?: unknown, key = world.admin.token): Promise<Answer> =>
    world.ask(method, path, { key, ...(body === undefined ? {} : { body }) });
  const importFile = (fields: object = {}): Promise<Answer> =>
    call('POST', '/api/contacts/import', { csv: FILE, consent_basis: 'published_address', ...fields });
  const namesOf = ({ body }: Answer): unknown[] => listOf(body.items).map(({ name }) => name);

  beforeAll(async () => {
    world = await openMediaWorld(engine);
    outsider = await world.signIn('rival@other-works.co.jp', { company_name: 'Other Works' });
  });
  afterAll(() => world.stop());

  it('are added once, edited and found by words and tag', async () => {
    const made = await world.post('/api/contacts', MINA, { 'idempotency-key': 'contact-1' });
    expect(made).toMatchObject({ status: 201, body: { ...MINA, email_kind: 'person', deliverable: true } });
    mina = Number(made.body.contact_id);
    const again = await world.post('/api/contacts', MINA, { 'idempotency-key': 'contact-1' });
    expect(again).toMatchObject({ status: 201, body: { contact_id: mina } });
    expect(await call('POST', '/api/contacts', { name: 'x', email: 'Mina@Paper.co.jp' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_address' },
    });
    const edited = await call('PUT', `/api/contacts/${mina}`, { role: '記者', tags: ['tech'] });
    expect(edited.body).toMatchObject({ role: '記者', tags: ['tech'], notes: '朝に連絡', email: MINA.email });
    expect(namesOf(await world.get('/api/contacts?q=PAPER.co'))).toEqual([MINA.name]);
    expect(namesOf(await world.get('/api/contacts?q=%25'))).toEqual([]);
    const tagged = await world.get('/api/contacts?tag=tech');
    expect(tagged.body).toMatchObject({ total: 1, tags: [{ tag: 'tech', count: 1 }] });
    expect(await call('POST', '/api/contacts', { name: 'x', email: 'nope' })).toMatchObject({ status: 422 });
    // A person's address is whole for admins alone.
    const { body } = await call('GET', `/api/contacts/${mina}`, undefined, world.member.token);
    expect(body.email).toBe('m***@paper.co.jp');
  });

  it('are imported after a preview that changes nothing', async () => {
    const preview = await importFile({ preview: true });
    expect(preview).toMatchObject({ status: 200, body: { preview: true, total: 7, added: 2, skipped: 1, faulty: 4 } });
    expect(listOf(preview.body.columns).map(({ field }) => field)).toEqual([
      ...['name', 'email', 'outlet', 'tags', 'consent_basis'],
    ]);
    const faults = listOf(preview.body.rows).filter(({ outcome }) => outcome === 'faulty');
    expect(faults.map(({ row, faults: found }) => [row, found])).toEqual([
      [4, ['repeated']],
      [5, ['name_missing']],
      [6, ['email_invalid']],
      [8, ['consent_invalid']],
    ]);
    expect((await world.get('/api/contacts')).body.total).toBe(1);

    expect((await importFile({ duplicates: 'update' })).body).toMatchObject({ added: 2, updated: 1, skipped: 0 });
    const known = await call('GET', `/api/contacts/${mina}`);
    // The stronger basis wins, and tags are added.
    expect(known.body).toMatchObject({ tags: ['tech', '音楽'], consent_basis: 'consent', notes: '朝に連絡' });
    expect((await importFile()).body).toMatchObject({ added: 0, updated: 0, skipped: 3 });

    const mapping = { who: 'name', where: 'email' };
    const csv = 'who,where,other\n=山田,yamada@weekly.co.jp,x';
    const mapped = await call('POST', '/api/contacts/import', {
      csv,
      mapping,
      consent_basis: 'consent',
      tags: ['new'],
    });
    expect(mapped.body).toMatchObject({ added: 1, columns: [{ field: 'name' }, { field: 'email' }, { field: null }] });
    const many = `name\n${'x\n'.repeat(2_001)}`;
    expect(await call('POST', '/api/contacts/import', { csv: many, consent_basis: 'none' })).toMatchObject({
      status: 413,
    });
    const broken = { csv: 'name,email\n"x', consent_basis: 'none' };
    expect(await call('POST', '/api/contacts/import', broken)).toMatchObject({ status: 400 });
  });

  it('are exported as a table that an import reads again', async () => {
    const { status, headers, text } = await world.get('/api/contacts/export?tag=new');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' });
    expect(text).toContain('"\'=山田","yamada@weekly.co.jp"');
    const again = await call('POST', '/api/contacts/import', { csv: text, consent_basis: 'none', preview: true });
    expect(again.body).toMatchObject({ total: 1, skipped: 1, faulty: 0, rows: [{ name: '=山田' }] });
  });

  it('are nobody else’s: like contacts that are not there', async () => {
    const key = outsider.token;
    const lists = async (path: string) => listOf((await call('GET', path, undefined, key)).body.items);
    expect(await lists('/api/contacts')).toEqual([]);
    expect(await lists('/api/media/search?q=伊藤みな')).toEqual([]);
    expect(namesOf(await world.get('/api/media/search?q=伊藤みな'))).toEqual([]);
    for (const [method, body] of [['GET'], ['PUT', { notes: 'x' }], ['DELETE']] as const) {
      const theirs = await call(method, `/api/contacts/${mina}`, body, key);
      const absent = await call(method, '/api/contacts/2000000001', body, key);
      expect([theirs.status, theirs.text]).toEqual([404, absent.text]);
    }
    // An outlet that all companies share is no contact.
    expect(await call('DELETE', `/api/contacts/${world.idOf('見本新聞')}`)).toMatchObject({ status: 404 });
    const { list_id } = (await call('POST', '/api/media/lists', { name: 'x' }, key)).body;
    const added = await call('POST', `/api/media/lists/${list_id}/items`, { media_ids: [mina], tag: 'tech' }, key);
    expect(added.body).toMatchObject({ added: 0, missing_media_ids: [mina] });
    const table = await call('POST', '/api/media/export-csv', { media_ids: [mina] }, key);
    expect(table.text).not.toContain('mina@');
    const csv = 'name,email\nMina,mina@paper.co.jp';
    expect((await call('POST', '/api/contacts/import', { csv, consent_basis: 'consent' }, key)).body).toMatchObject({
      added: 1,
    });
  });

  it('get campaigns by segment, and their history shows it', async () => {
    const text = {
      title: '議事録ノートを提供開始',
      body: '株式会社サンプルは11月21日、議事録ノートの提供を始めました。',
    };
    const { press_release_id } = (
      await world.post('/api/press-release', { company_id: world.admin.companyId, ...text })
    ).body;
    const { list_id } = (await world.post('/api/media/lists', { name: 'tech' })).body;
    const added = await world.post(`/api/media/lists/${list_id}/items`, { media_ids: [], tag: 'tech' });
    expect(added.body).toMatchObject({ added: 3, item_count: 3 });
    await world.post('/api/suppressions', { email: 'rei@weekly.co.jp' });
    const made = await world.post('/api/campaigns', { press_release_id, media_list_id: list_id, name: '秋' });
    // A person without a basis of consent gets none, and a suppressed address neither.
    expect(made.body).toMatchObject({ counts: { total: 1 } });
    expect(
      listOf(made.body.excluded)
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(['no_consent', 'suppressed']);
    const path = `/api/campaigns/${made.body.campaign_id}`;
    expect(await call('POST', `${path}/send`, {})).toMatchObject({ status: 200 });
    const mail = await waitFor(async () => (await world.mails('mina@paper.co.jp'))[0]);
    expect(mail.toLowerCase()).toContain('mina@paper.co.jp');
    const history = await waitFor(async () => {
      const { body } = await call('GET', `/api/contacts/${mina}`);
      return listOf(body.emails).length > 0 && Object(body.stats).sent > 0 ? body : undefined;
    });
    expect(history).toMatchObject({
      stats: { sent: 1 },
      emails: [{ campaign_name: '秋', status: 'sent', opened_at: null }],
    });
  });

  it('go with all that is known of them when they are deleted', async () => {
    expect(await call('DELETE', `/api/contacts/${mina}`)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await call('GET', `/api/contacts/${mina}`)).toMatchObject({ status: 404 });
    expect((await world.get('/api/contacts?tag=音楽')).body.total).toBe(0);
  });
});
