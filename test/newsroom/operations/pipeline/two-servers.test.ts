/** The pipeline's job on one of two servers that is killed in the midst of an article: the other one ends it. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type FareboxProcess, startFareboxProcess } from '../../../harness/farebox.ts';
import { type ModelUpstream, startModelUpstream } from '../../../harness/model-upstream.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { listOf, memberOf } from '../../../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const PATIENCE = { timeout: 60_000, interval: 50 };
const TITLES = ['京都に図書館を開館', '大阪に書店を開店', '奈良に美術館を開館', '神戸に喫茶店を開店'];
const entries = TITLES.map(
  (title, n) =>
    `<item><title>${title}</title><link>https://press.example/${n}</link><description>${title}しました。どなたでもお越しください。</description></item>`,
);
const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${entries.join('')}</channel></rss>`;

describe.each(engines)('a job of a killed server on %s', (engine) => {
  let database: FreshDatabase;
  let site: Site;
  let model: ModelUpstream;
  const servers: FareboxProcess[] = [];
  beforeAll(async () => {
    [database, site, model] = await Promise.all([freshDatabase(engine), openSite(), startModelUpstream()]);
    site.pages.set('/feed', page(feed, 'application/rss+xml'));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop('SIGKILL');
    await site.close();
    model.close();
    await database.drop();
  });

  async function start(): Promise<FareboxProcess> {
    const env = {
      ADMIN_TOKEN,
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
      SCRAPE_SOURCES: `mine=${site.url}/feed`,
      GROQ_API_KEY: 'gsk_x',
      GROQ_BASE_URL: model.url,
      LLM_PROVIDER: 'groq',
    };
    const server = await startFareboxProcess({ database, env });
    servers.push(server);
    return server;
  }

  const readJob = async (server: FareboxProcess, kind: string): Promise<unknown> => {
    const { body } = await server.request('GET', '/admin/pipeline-status', { key: ADMIN_TOKEN });
    return memberOf(body.jobs, kind);
  };

  it('goes on behind its last article, and ends', { timeout: 60_000 }, async () => {
    const killed = await start();
    const begin = (server: FareboxProcess, path: string) => server.request('POST', path, { key: ADMIN_TOKEN });
    await begin(killed, '/admin/scrape-now');
    await expect.poll(() => readJob(killed, 'scrape'), PATIENCE).toMatchObject({ running: false, succeeded: 1 });
    // The model has no opinion of two articles, and never answers about the third.
    model.say(({ data }) => (JSON.stringify(data).includes('美術館') ? null : 'No opinion.'));
    const { job_id } = (await begin(killed, '/admin/run-pipeline')).body;
    const isAtThird = () => model.asked.some(({ data }) => JSON.stringify(data).includes('美術館'));
    await expect.poll(isAtThird, PATIENCE).toBe(true);
    const beside = database.shared ? await start() : null;
    if (beside) {
      const running = { job_id, running: true, stage: 'analyze', done: 2, current: { title: TITLES[2] } };
      expect(await readJob(beside, 'pipeline')).toMatchObject(running);
      expect((await begin(beside, '/admin/run-pipeline')).body).toMatchObject({ job_id, already_running: true });
    }
    model.say(() => 'No opinion.');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const other = beside ?? (await start());
    await expect
      .poll(() => readJob(other, 'pipeline'), PATIENCE)
      .toMatchObject({ job_id, running: false, failed: 0, finished_at: expect.any(String) });
    // What had been analysed was not analysed again.
    const again = model.asked.filter(({ data }) => /図書館|書店/.test(JSON.stringify(data)));
    expect(again).toEqual([]);
    const { body } = await other.request('GET', '/v1/articles');
    expect(
      listOf(body.items)
        .map(({ title }) => title)
        .sort(),
    ).toEqual([...TITLES].sort());
    expect((await begin(other, '/admin/run-pipeline')).body).toMatchObject({ started: true });
  });
});
