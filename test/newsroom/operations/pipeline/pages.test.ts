/** A source whose articles are pages of their own: in any encoding, and whatever some of them are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSite, page, redirect, type Site } from '../../../harness/site.ts';
import { encodings } from '../../../providers/encoded-texts.ts';
import { ADMIN_TOKEN, type OperatorWorld, openOperatorWorld } from '../../../tools/admin/world.ts';
import { memberOf } from '../../../tools/auth/newsroom.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };
const { shift_jis: japanese, gb18030: chinese } = encodings;
const TITLES = [
  '消えた発表の見出しです',
  '内側への発表の見出しです',
  '日本語のページの見出し',
  '中国語のページの見出し',
];

let site: Site;
let closed: Site;
let world: OperatorWorld;
beforeAll(async () => {
  [site, closed] = await Promise.all([openSite(), openSite()]);
  closed.pages.set('/robots.txt', page('User-agent: *\nDisallow: /', 'text/plain'));
  closed.pages.set('/list', page('<p>Not for robots'));
  const links = TITLES.map((title, n) => `<li><a href="/release/10${n + 1}">${title}</a></li>`).join('');
  site.pages.set('/list', page(`<html lang="ja"><title>発表</title><ul>${links}</ul>`));
  site.pages.set('/release/102', redirect('http://169.254.169.254/latest'));
  for (const [n, encoded] of [japanese, chinese].entries()) {
    const [head, tail] = [`<html><title>News ${n}</title><article><h1>News ${n}</h1><p>`, '</p></article>'];
    const body = Buffer.concat([
      Buffer.from(head),
      ...Array.from({ length: 4 }, () => encoded?.bytes ?? Buffer.of()),
      Buffer.from(tail),
    ]);
    site.pages.set(`/release/10${n + 3}`, page(body, 'text/html'));
  }
  world = await openOperatorWorld('sqlite', {
    FETCH_ALLOW_HOSTS: [site, closed].map(({ url }) => new URL(url).host).join(','),
    SCRAPE_SOURCES: `kyodo=${site.url}/list,closed=${closed.url}/list`,
  });
});
afterAll(async () => {
  await world.close();
  await Promise.all([site.close(), closed.close()]);
});

it('passes over what is gone, leads inside or is closed to robots, and reads the rest', async () => {
  const begun = await world.admin('POST', '/admin/scrape-now');
  const readJob = async () =>
    memberOf((await world.server.request('GET', '/admin/pipeline-status', { key: ADMIN_TOKEN })).body.jobs, 'scrape');
  await expect
    .poll(readJob, PATIENCE)
    .toMatchObject({ job_id: begun.body.job_id, running: false, succeeded: 1, failed: 1 });
  const bodies = (await world.inspector.rows('articles')).map(({ body }) => String(body));
  expect(bodies).toHaveLength(2);
  for (const encoded of [japanese, chinese])
    expect(bodies.filter((text) => text.includes(encoded?.text ?? '-'))).toHaveLength(1);
  expect((await world.admin('GET', '/admin/sources/kyodo')).body).toMatchObject({ landed_24h: 2, last_error: null });
  expect(site.asked).toContain('/release/101');
  expect((await world.admin('GET', '/admin/sources/closed')).body).toMatchObject({
    robots: 'disallowed',
    landed_24h: 0,
  });
  expect(closed.asked).toEqual(['/robots.txt']);
});
