/** Odd feeds once stored: truncated ones, unreadable dates and zero bytes, on both databases. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../../harness/databases.ts';
import { openSite, page } from '../../../harness/site.ts';
import { ADMIN_TOKEN, openOperatorWorld } from '../../../tools/admin/world.ts';
import { listOf, memberOf } from '../../../tools/auth/newsroom.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const item = (name: string, date: string): string =>
  `<item><title>${name} opens a workshop in Osaka</title><link>/news/${name}</link>${date}
   <description>${name} opened a workshop for paper lanterns in Osaka.</description></item>`;
const HEAD = '<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>';

describe.each(engines)('on %s', (engine) => {
  it('keeps the items of a truncated feed, leaves unknown dates unknown, and stores no zero byte', async () => {
    const site = await openSite();
    onTestFinished(() => site.close());
    const readable = item('Ada', '<pubDate>Fri, 20 Nov 2026 09:00:00 +0900</pubDate>');
    const odd = item('Zero\u0000Byte', '<pubDate>the day after tomorrow</pubDate>');
    site.pages.set('/feed', page(`${HEAD}${readable}${odd}<item><title>Cut off in the mid`, 'application/rss+xml'));
    const world = await openOperatorWorld(engine, {
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
      SCRAPE_SOURCES: `mine=${site.url}/feed`,
    });
    onTestFinished(() => world.close());
    await world.admin('POST', '/admin/scrape-now');
    const readJob = async () =>
      memberOf((await world.server.request('GET', '/admin/pipeline-status', { key: ADMIN_TOKEN })).body.jobs, 'scrape');
    await expect.poll(readJob, PATIENCE).toMatchObject({ running: false });

    const { body } = await world.admin('GET', '/admin/articles');
    const articles = listOf(body.items);
    expect(articles.map(({ title }) => String(title)).sort()).toEqual([
      'Ada opens a workshop in Osaka',
      'Zero\ufffdByte opens a workshop in Osaka',
    ]);
    const [ada, zero] = articles.sort((a, b) => String(a.title).localeCompare(String(b.title)));
    expect(Date.parse(String(ada?.published_at))).toBe(Date.UTC(2026, 10, 20));
    expect(zero?.published_at).toBeNull();
    const source = (await world.admin('GET', '/admin/sources/mine')).body;
    expect(source).toMatchObject({ landed_24h: 2 });
    expect(source.health).not.toBe('healthy');
  });
});
