/** Politeness to sites: one request at a time and one per second, whoever asks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSites } from '../../src/newsroom/common/sites.ts';
import { openSite, page, redirect, type Site } from '../harness/site.ts';

const GAP_MS = 1_000;
/** Longer than the pause between two requests: who counted only that would ask again meanwhile. */
const ANSWER_MS = 1_300;

let site: Site;
let other: Site;
let open = 0;
let most = 0;
let beganMs: number[] = [];

beforeAll(async () => {
  [site, other] = await Promise.all([openSite(), openSite()]);
  for (const path of ['/a', '/b']) {
    site.pages.set(path, async (_request, response) => {
      beganMs.push(performance.now());
      most = Math.max(most, ++open);
      await sleep(ANSWER_MS);
      open--;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>News');
    });
  }
  site.pages.set('/moved', redirect('/a'));
  other.pages.set('/a', page('<p>News'));
});
beforeEach(() => {
  [open, most, beganMs] = [0, 0, []];
});
afterAll(() => Promise.all([site.close(), other.close()]));

const PATIENT = { timeoutMs: 30_000 };

it('asks a slow host for one page at a time, another host meanwhile, and follows it to a page of its own', async () => {
  const sites = openSites();
  const fetch = (at: Site, path: string) => sites.fetch(`${at.url}${path}`, at.context(PATIENT));
  const elsewhere = fetch(other, '/a').then(() => performance.now());
  const visits = await Promise.all([fetch(site, '/moved'), fetch(site, '/b')]);
  expect(visits.map(({ status }) => status)).toEqual([200, 200]);
  expect(most).toBe(1);
  expect(await elsewhere).toBeLessThan(Math.max(...beganMs));
});

it('lets nobody wait behind a visitor who has given up', async () => {
  const sites = openSites();
  const hasty = sites.fetch(`${site.url}/a`, site.context({ timeoutMs: GAP_MS + ANSWER_MS / 2 }));
  const patient = sites.fetch(`${site.url}/b`, site.context(PATIENT));
  await expect(hasty).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  expect((await patient).status).toBe(200);
});
