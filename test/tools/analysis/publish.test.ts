/** Publishing: the feed of this server, and the answer-engine API on loopback. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../harness/databases.ts';
import type { Answer } from '../../harness/farebox.ts';
import { behind } from '../../ledger/books.ts';
import { listOf, type Newsroom, openNewsroom, type Person } from '../auth/newsroom.ts';
import { BODY, createRelease, openTarget, type Target } from './target.ts';

describe.each(dailyEngines(import.meta.url))('publishing on %s', (engine) => {
  let target: Target;
  let room: Newsroom;
  let database: FreshDatabase;
  let ada: Person;
  beforeAll(async () => {
    target = await openTarget();
    database = await freshDatabase(engine);
    room = await openNewsroom(engine, {
      database,
      env: { AEO_API_URL: target.url, AEO_API_KEY: 'the key', BASE_URL: 'https://farebox.example' },
    });
    ada = await room.signIn('ada@publish.example');
  });
  afterAll(async () => {
    await room.stop();
    await database.drop();
    await target.close();
  });

  const rows = (statement: string) => behind({ ...database, dataDir: join(database.dataDir, 'data') }, statement);
  const publish = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    room.ask('POST', '/api/publish-to-aeo', { key: ada.token, body, headers });
  const update = (id: number, body: unknown): Promise<Answer> =>
    room.ask('PUT', `/api/press-release/${id}`, { key: ada.token, body });
  const readEntry = async (articleId: unknown) =>
    (await rows(`SELECT number, reason FROM feed_entries WHERE article_id = ${Number(articleId)}`))[0];

  it('makes a release public, delivers it once, and takes it back', async () => {
    const id = await createRelease(room.ask, ada, 'Studio launches Kiro');
    const answers = await Promise.all(
      [1, 2, 3].map(() => publish({ press_release_id: id }, { 'idempotency-key': 'p' })),
    );
    const first = answers.find(({ headers }) => headers['idempotency-replayed'] === undefined);
    expect(first).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'published', source: { result_id: null, press_release_id: id }, target: target.url },
        ...{ attempts: 1, error: null, note: null },
      },
    });
    const articleId = Number(first?.body.article_id);
    expect(first?.body).toMatchObject({ url: `https://farebox.example/v1/articles/${articleId}` });
    expect(new Set(answers.map(({ body }) => body.article_id)).size).toBe(1);
    expect((await publish({ press_release_id: id }, { 'idempotency-key': 'p' })).text).toBe(first?.text);
    expect(await publish({ press_release_id: id + 1 }, { 'idempotency-key': 'p' })).toMatchObject({ status: 409 });
    expect((await publish({ press_release_id: id, result_id: 'res_1' })).body).toMatchObject({
      status: 'skipped',
      seq: first?.body.seq,
    });
    expect(target.deliveries).toHaveLength(1);
    const [{ key, article, authorization } = { key: '', article: {}, authorization: '' }] = target.deliveries;
    expect([key.startsWith(`${articleId}:sha256:`), authorization]).toEqual([true, 'Bearer the key']);
    expect(article).toMatchObject({
      article_id: articleId,
      title: 'Studio launches Kiro',
      lang: 'en',
      seq: first?.body.seq,
    });
    expect((await room.ask('GET', `/api/press-release/${id}`, { key: ada.token })).body.status).toBe('published');

    const second = await createRelease(room.ask, ada, 'Studio opens an office');
    const other = await publish({ press_release_id: second });
    await update(id, { status: 'draft' });
    expect(await readEntry(articleId)).toMatchObject({ reason: 'unpublished' });
    expect((await publish({ press_release_id: id })).body).toMatchObject({ status: 'skipped' });
    expect(await readEntry(articleId)).toMatchObject({ reason: null });
    await update(id, { body: `${BODY} More.` });
    expect((await publish({ press_release_id: id })).body).toMatchObject({ status: 'published', attempts: 1 });
    expect(target.deliveries).toHaveLength(3);
    await room.ask('DELETE', `/api/press-release/${second}`, { key: ada.token });
    expect(await readEntry(other.body.article_id)).toMatchObject({ reason: 'deleted' });
  });

  it('tells an edit of what is public at once, with what is found in its new text', async () => {
    const id = await createRelease(room.ask, ada, 'Studio edits');
    const { body: made } = await publish({ press_release_id: id });
    const readFeed = async () => (await room.ask('GET', `/v1/articles/${Number(made.article_id)}`)).body;
    const { summary, seq } = await readFeed();
    expect(summary).toContain('December 1, 2026');
    expect((await update(id, { subtitle: 'From January on' })).status).toBe(200);
    const subtitled = await readFeed();
    expect(subtitled).toMatchObject({ summary, updated_at: expect.any(String) });
    expect(subtitled.seq).not.toBe(seq);
    await update(id, { body: 'Studio will launch Kiro on January 15, 2027. It costs 250 dollars a month.' });
    const edited = await readFeed();
    expect(edited.summary).toContain('January 15, 2027');
    expect(listOf(edited.facts)).toContainEqual(expect.objectContaining({ value: 250, unit: 'USD' }));
    expect(JSON.stringify(edited)).not.toMatch(/December 1|300 dollars/);
    await update(id, { title: '…', subtitle: null, body: '—' });
    expect(await readFeed()).toMatchObject({ title: '…', summary: null, facts: [], faq: [] });
  });

  it('publishes a result, and says so where it is read', async () => {
    const content = `Studio and Kiro\n\n${BODY}`;
    const { body: result } = await room.ask('POST', '/api/analyze', { key: ada.token, body: { content } });
    const published = await publish({ result_id: result.id });
    expect(published.body).toMatchObject({
      status: 'published',
      source: { result_id: result.id, press_release_id: null },
    });
    const read = await room.ask('GET', `/api/results/${result.id}`, { key: ada.token });
    expect(read.body.published).toMatchObject({ article_id: published.body.article_id, url: published.body.url });
    expect(target.deliveries.at(-1)?.article).toMatchObject({ title: 'Studio and Kiro', nq_score: result.nq_score });
  });

  it('refuses what is nobody’s, another’s, under embargo or not named', async () => {
    const bob = await room.signIn('bob@publish.example');
    const theirs = await createRelease(room.ask, bob, 'Theirs');
    for (const id of [theirs, 10 ** 9]) {
      expect(await publish({ press_release_id: id })).toMatchObject({
        status: 404,
        body: { detail: 'Press release not found' },
      });
    }
    expect(await publish({ result_id: 'res_x' })).toMatchObject({ status: 404, body: { detail: 'Result not found' } });
    expect(await publish({})).toMatchObject({ status: 400, body: { code: 'no_input' } });
    const id = await createRelease(room.ask, ada, 'Later');
    const embargo = '2099-01-01T09:00:00+09:00';
    await update(id, { embargo_until: embargo });
    expect(await publish({ press_release_id: id })).toMatchObject({
      status: 409,
      body: { code: 'embargoed', embargo_until: embargo },
    });
    expect(target.deliveries.some(({ article }) => article.title === 'Later')).toBe(false);
  });

  it.each([503, 529])('holds everything back for as long as a %i of the target asks', async (status) => {
    const before = target.deliveries.length;
    const [one, two] = [await createRelease(room.ask, ada, `One ${status}`), await createRelease(room.ask, ada, 'Two')];
    target.statuses.push(status);
    target.retryAfter = status === 503 ? '3' : new Date(Date.now() + 3_500).toUTCString();
    const first = await publish({ press_release_id: one });
    expect(first.body).toMatchObject({ status: 'queued', attempts: 1 });
    const second = await publish({ press_release_id: two });
    expect(second.body).toMatchObject({ status: 'queued', attempts: 0, error: 'The target rate-limited this server' });
    expect(target.deliveries).toHaveLength(before + 1);
    target.retryAfter = undefined;
    await expect.poll(() => target.deliveries.length, { timeout: 20_000 }).toBe(before + 2);
    await rows(`UPDATE article_pushes SET next_at = 1 WHERE article_id = ${Number(first.body.article_id)}`);
    await expect.poll(() => target.deliveries.length, { timeout: 20_000 }).toBe(before + 3);
  });

  it('tries again what may pass, ever later, and gives up what does not', async () => {
    const id = await createRelease(room.ask, ada, 'Studio waits');
    target.statuses.push(503);
    const queued = await publish({ press_release_id: id });
    expect(queued.body).toMatchObject({
      ...{ status: 'queued', attempts: 1, error: 'The target returned HTTP status 503' },
    });
    const articleId = Number(queued.body.article_id);
    const readPush = async () => (await rows(`SELECT * FROM article_pushes WHERE article_id = ${articleId}`))[0] ?? {};
    const hurry = () => rows(`UPDATE article_pushes SET next_at = 1 WHERE article_id = ${articleId}`);
    const { next_at, tried_at } = await readPush();
    expect(Math.round((Number(next_at) - Number(tried_at)) / 60_000)).toBe(1);
    target.statuses.push(429);
    await hurry();
    await expect.poll(readPush).toMatchObject({ attempts: 2, http_status: 429, state: 'waiting' });
    await expect
      .poll(async () => {
        const row = await readPush();
        return Math.round((Number(row.next_at) - Number(row.tried_at)) / 60_000);
      })
      .toBe(2);
    await rows(`UPDATE article_pushes SET attempts = 7 WHERE article_id = ${articleId}`);
    target.statuses.push(500);
    await hurry();
    await expect.poll(readPush).toMatchObject({ attempts: 8, state: 'failed', next_at: null });
    const before = target.deliveries.length;
    expect((await publish({ press_release_id: id })).body).toMatchObject({ status: 'published', attempts: 1 });
    const refused = await createRelease(room.ask, ada, 'Studio is refused');
    target.statuses.push(422);
    expect((await publish({ press_release_id: refused })).body).toMatchObject({ status: 'failed', attempts: 1 });
    const withdrawn = await createRelease(room.ask, ada, 'Studio is gone');
    target.statuses.push(500);
    const gone = await publish({ press_release_id: withdrawn });
    await update(withdrawn, { status: 'draft' });
    await rows(`UPDATE article_pushes SET next_at = 1 WHERE article_id = ${Number(gone.body.article_id)}`);
    await expect
      .poll(
        async () =>
          (await rows(`SELECT next_at FROM article_pushes WHERE article_id = ${Number(gone.body.article_id)}`))[0],
        { timeout: 60_000 },
      )
      .toEqual({ next_at: null });
    expect(target.deliveries).toHaveLength(before + 3);
    const doomed = await createRelease(room.ask, ada, 'Studio is deleted');
    target.statuses.push(500);
    const { article_id } = (await publish({ press_release_id: doomed })).body;
    const pending = `SELECT state FROM article_pushes WHERE article_id = ${Number(article_id)}`;
    expect(await rows(pending)).toMatchObject([{ state: 'waiting' }]);
    await room.ask('DELETE', `/api/press-release/${doomed}`, { key: ada.token });
    expect(await rows(pending)).toEqual([]);
  });

  it('waits as long as the target asks, where that is longer than usual', async () => {
    const id = await createRelease(room.ask, ada, 'Studio is patient');
    target.statuses.push(429);
    target.retryAfter = '600';
    const { body } = await publish({ press_release_id: id });
    target.retryAfter = undefined;
    const [row] = await rows(`SELECT * FROM article_pushes WHERE article_id = ${Number(body.article_id)}`);
    expect(Math.round((Number(row?.next_at) - Number(row?.tried_at)) / 60_000)).toBe(10);
  });
});
