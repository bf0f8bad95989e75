/** A company with a release, lists of media and campaigns; without a mail server each mail is a file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { expect, vi } from 'vitest';
import type { Engine } from '../../harness/databases.ts';
import { type Answer, ask, type RequestOptions } from '../../harness/farebox.ts';
import { listOf } from '../auth/newsroom.ts';
import { type MediaOptions, type MediaWorld, openMediaWorld } from '../media/world.ts';

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PATIENCE = { timeout: 60_000, interval: 50 };

export interface Draft {
  path: string;
  id: number;
  emails: Record<string, unknown>[];
}

export interface CampaignWorld extends MediaWorld {
  /** As the admin. */
  call(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  createRelease(fields?: object): Promise<number>;
  /** Of these media. */
  createList(names: readonly string[]): Promise<number>;
  /** A new campaign and its emails. */
  draft(fields: object): Promise<Draft>;
  /** Sends it and waits until it is sent. */
  send(path: string): Promise<void>;
  untilStatus(path: string, status: string): Promise<void>;
  /** In the outbox. */
  letter(to: unknown, subject: string): Promise<Email | undefined>;
  /** Fetches a link of a mail as a browser. */
  follow(mail: Email | undefined, link: 'pixel' | 'click', agent?: string): Promise<Answer>;
}

const LINKS = { pixel: /<img src="([^"]*)"/, click: /<a href="([^"]*\/c\/[^"]*)"/ };

export async function openCampaignWorld(engine: Engine, options: MediaOptions = {}): Promise<CampaignWorld> {
  const world = await openMediaWorld(engine, options);
  const call: CampaignWorld['call'] = (method, path, body, rest = {}) =>
    world.ask(method, path, { key: world.admin.token, ...(body === undefined ? {} : { body }), ...rest });
  const untilStatus = (path: string, status: string): Promise<void> =>
    vi.waitFor(async () => expect((await call('GET', path)).body.status).toBe(status), PATIENCE);
  return {
    ...world,
    call,
    untilStatus,
    async createRelease(fields = {}) {
      const text = {
        title: '提灯の工房を開設',
        body: '株式会社サンプルは提灯の工房を開設しました。https://sample-works.co.jp/note をご覧ください。',
      };
      const body = { company_id: world.admin.companyId, ...text, ...fields };
      return Number((await call('POST', '/api/press-release', body)).body.press_release_id);
    },
    async createList(names) {
      const id = Number((await call('POST', '/api/media/lists', { name: '発表' })).body.list_id);
      await call('POST', `/api/media/lists/${id}/items`, { media_ids: names.map(world.idOf) });
      return id;
    },
    async draft(fields) {
      const { status, body, text } = await call('POST', '/api/campaigns', { name: '秋', ...fields });
      if (status !== 201) throw new Error(`No campaign: ${status} ${text}`);
      const path = `/api/campaigns/${body.campaign_id}`;
      const emails = listOf((await call('GET', `${path}/preview`)).body.emails);
      return { path, id: Number(body.campaign_id), emails };
    },
    async send(path) {
      const { status, text } = await call('POST', `${path}/send`);
      if (status !== 200) throw new Error(`Not sent: ${status} ${text}`);
      await untilStatus(path, 'sent');
    },
    async letter(to, subject) {
      const folder = join(world.database.dataDir, 'data', 'outbox');
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      const letters = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
      );
      return letters.find((mail) => mail.subject === subject && mail.to?.[0]?.address === to);
    },
    follow(mail, link, agent = BROWSER) {
      const href = (LINKS[link].exec(mail?.html ?? '')?.[1] ?? '').replaceAll('&amp;', '&');
      return ask(world.url, 'GET', href, { headers: { 'user-agent': agent } });
    },
  };
}
