/** Several sources of one host, which answers slowly, while every server is told to read them all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type Farebox, startFarebox } from '../../../harness/farebox.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { memberOf } from '../../../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const PATIENCE = { timeout: 100_000, interval: 100 };
const SOURCES = ['first', 'second'];
/** Longer than the second that lies between two requests. */
const ANSWER_MS = 1_200;
const GAP_MS_MIN = 950;

describe.each(engines)('a host with several sources on %s', (engine) => {
  let database: FreshDatabase;
  let site: Site;
  const servers: Farebox[] = [];
  const begins: number[] = [];
  let running = 0;
  let mostAtOnce = 0;

  beforeAll(async () => {
    [database, site] = await Promise.all([freshDatabase(engine), openSite()]);
    for (const name of SOURCES) {
      const item = `<item><title>${name}</title><link>https://press.example/${name}</link><description>News of ${name}.</description></item>`;
      const feed = page(
        `<rss version="2.0"><channel><title>${name}</title>${item}</channel></rss>`,
        'application/rss+xml',
      );
      site.pages.set(`/${name}`, async (request, response) => {
        begins.push(performance.now());
        mostAtOnce = Math.max(mostAtOnce, ++running);
        await sleep(ANSWER_MS);
        running--;
        feed(request, response);
      });
    }
    const env = {
      ADMIN_TOKEN,
      ADMIN_RATE_LIMIT_PER_MINUTE: '1000000',
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
      SCRAPE_SOURCES: SOURCES.map((name) => `${name}=${site.url}/${name}`).join(','),
    };
    for (let count = database.shared ? 2 : 1; count > 0; count--) servers.push(await startFarebox({ database, env }));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await site.close();
    await database.drop();
  });

  it('is asked by one request at a time, a second apart, and once for each', { timeout: 120_000 }, async () => {
    const begin = (server: Farebox) => server.request('POST', '/admin/scrape-now', { key: ADMIN_TOKEN });
    const begun = await Promise.all([...servers, ...servers].map(begin));
    expect(new Set(begun.map(({ body }) => body.job_id)).size).toBe(1);
    for (const server of servers) {
      const readJob = async () =>
        memberOf((await server.request('GET', '/admin/pipeline-status', { key: ADMIN_TOKEN })).body.jobs, 'scrape');
      await expect.poll(readJob, PATIENCE).toMatchObject({ running: false, succeeded: SOURCES.length, failed: 0 });
    }
    expect(mostAtOnce).toBe(1);
    expect(site.asked).toEqual(['/robots.txt', ...SOURCES.map((name) => `/${name}`)]);
    const gaps = begins.slice(1).map((ms, at) => ms - (begins[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(GAP_MS_MIN);
  });
});
