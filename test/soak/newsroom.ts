/** A newsroom's day: articles that arrive, are analyzed and published, and campaigns that are sent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Farebox } from '../harness/farebox.ts';
import type { Site } from '../harness/site.ts';
import { listOf, memberOf } from '../tools/auth/newsroom.ts';

export const OPERATOR = 'an-operator-of-the-soak-long-enough';
export const EMAIL = 'lead@studio.co.jp';
export const MEDIA = 50;
const ENTRIES = 10;
const REST_MS = 2_000;
const ENDED_MS_MAX = 120_000;

export class NewsroomLoad {
  articles = 0;
  mails = 0;
  campaigns = 0;
  readonly #server: Farebox;
  #token = '';
  #release = 0;
  #list = 0;
  #written = 0;

  constructor(server: Farebox, site: Site) {
    this.#server = server;
    site.pages.set('/feed', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(this.#writeFeed());
    });
  }

  /** A company with a release, and a list of media that an operator has imported. */
  async prepare(importDir: string): Promise<void> {
    await mkdir(importDir, { recursive: true });
    const media = Array.from({ length: MEDIA }, (_, n) => ({
      name: `媒体${n}`,
      email: `desk@m${n}.soak-media.jp`,
      url: `https://m${n}.soak-media.jp/`,
    }));
    await writeFile(join(importDir, 'media.json'), JSON.stringify(media));
    await this.#operate('POST', '/admin/media/import', { json_path: 'media.json' });
    await this.#operate('PUT', '/admin/settings/daily-limit', { limit: 100_000 });
    const { body } = await this.#server.request('POST', '/auth/send-code', { body: { email: EMAIL } });
    this.#token = String(body.token);
    const sender = { name: 'スタジオ広報', postal_address: '東京都港区1-2-3' };
    await this.#call('PUT', '/auth/company', { sender });
    const text = { title: '議事録ノートの提供を開始', body: '株式会社スタジオは議事録ノートの提供を開始しました。' };
    const company_id = memberOf(memberOf((await this.#call('GET', '/auth/me')).body, 'company'), 'company_id');
    const release = await this.#call('POST', '/api/press-release', { company_id, ...text });
    this.#release = Number(release.body.press_release_id);
    this.#list = Number((await this.#call('POST', '/api/media/lists', { name: '発表' })).body.list_id);
    const found = await this.#call('GET', `/api/media/search?per_page=${MEDIA}`);
    const media_ids = listOf(found.body.items).map(({ media_id }) => media_id);
    await this.#call('POST', `/api/media/lists/${this.#list}/items`, { media_ids });
  }

  /** Article after article, until it is over. */
  async collect(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (const path of ['/admin/scrape-now', '/admin/run-pipeline']) {
        const { kind, job_id } = (await this.#operate('POST', path)).body;
        const done = await this.#awaitJob(String(kind), job_id);
        if (kind === 'pipeline') this.articles += Number(memberOf(done, 'succeeded'));
      }
      await sleep(REST_MS);
    }
  }

  /** Campaign after campaign, until it is over. */
  async mail(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const ids = { press_release_id: this.#release, media_list_id: this.#list };
      const made = await this.#call('POST', '/api/campaigns', { ...ids, name: `便 ${this.campaigns}` });
      const path = `/api/campaigns/${made.body.campaign_id}`;
      await this.#call('POST', `${path}/send`);
      const endMs = Date.now() + ENDED_MS_MAX;
      let body: Record<string, unknown>;
      do {
        if (Date.now() > endMs) throw new Error(`The campaign ${path} is not sent`);
        await sleep(250);
        ({ body } = await this.#call('GET', path));
      } while (body.status !== 'sent');
      this.campaigns++;
      this.mails += Number(memberOf(body.counts, 'sent'));
      await sleep(REST_MS);
    }
  }

  #writeFeed(): string {
    const items = Array.from({ length: ENTRIES }, () => {
      const n = this.#written++;
      const text = `株式会社サンプル第${n}支店は、会議の記録を助ける新しい道具${n}を発表しました。料金は月額${n + 100}円です。`;
      return `<item><title>道具${n}を発表</title><link>https://press.example/${n}</link><description>${text}</description></item>`;
    });
    return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${items.join('')}</channel></rss>`;
  }

  async #awaitJob(kind: string, jobId: unknown): Promise<unknown> {
    const endMs = Date.now() + ENDED_MS_MAX;
    while (Date.now() < endMs) {
      const { body } = await this.#operate('GET', '/admin/pipeline-status');
      const job = memberOf(body.jobs, kind);
      if (memberOf(job, 'job_id') === jobId && memberOf(job, 'running') === false) return job;
      await sleep(250);
    }
    throw new Error(`The job ${kind} does not end`);
  }

  readonly #call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    this.#ask(method, path, this.#token, body);

  readonly #operate = (method: string, path: string, body?: unknown): Promise<Answer> =>
    this.#ask(method, path, OPERATOR, body);

  async #ask(method: string, path: string, key: string, body?: unknown): Promise<Answer> {
    const answer = await this.#server.request(method, path, { key, ...(body === undefined ? {} : { body }) });
    if (answer.status < 300) return answer;
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
}
