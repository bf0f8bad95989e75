/** Scheduled work starts on time and once, despite restarts and clock changes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import groq from '../../../../src/providers/groq.ts';
import { dailyEngines, type FreshDatabase, freshDatabase } from '../../../harness/databases.ts';
import { type ModelUpstream, startModelUpstream } from '../../../harness/model-upstream.ts';
import { openSite, page, type Site } from '../../../harness/site.ts';
import { listOf, memberOf, type Newsroom, openNewsroom } from '../../../tools/auth/newsroom.ts';

const ADMIN_TOKEN = 'an-operator-of-the-tests-long-enough';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PATIENCE = { timeout: 60_000, interval: 50 };

const feed = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Feed</title><item>
<title>京都に図書館を開館</title><link>https://press.example/1</link>
<description>京都市に新しい図書館が開館しました。どなたでも本を借りられます。</description></item></channel></rss>`;
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'A library opens in Kyoto.',
  zh: '京都市新图书馆已经开馆，欢迎大家来借阅图书。',
};

describe.each(dailyEngines(import.meta.url))('the schedule on %s', (engine) => {
  let site: Site;
  let model: ModelUpstream;
  let database: FreshDatabase;
  const undo: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    [site, model, database] = await Promise.all([openSite(), startModelUpstream(), freshDatabase(engine)]);
    site.pages.set('/feed', page(feed, 'application/rss+xml'));
    model.say(({ data: { to, text } }) => {
      if (to === undefined) return 'No opinion.';
      const sentence = SENTENCES[String(to).startsWith('English') ? 'en' : 'zh'] ?? '';
      return {
        translation: String(text)
          .split('\n')
          .map(() => sentence)
          .join('\n'),
        source_lang: 'ja',
      };
    });
  });
  afterAll(async () => {
    for (const step of undo.splice(0).reverse()) await step();
    await site.close();
    model.close();
    await database.drop();
  });

  /** A server whose clock is so far ahead. */
  async function start(clockOffsetMs: number, schedule: 'on' | 'off' = 'on') {
    const env = {
      ADMIN_TOKEN,
      FETCH_ALLOW_HOSTS: new URL(site.url).host,
      SCRAPE_SOURCES: `mine=${site.url}/feed`,
      SCRAPE_SCHEDULE: schedule,
      GROQ_API_KEY: 'gsk_x',
      GROQ_BASE_URL: model.url,
    };
    const room = await openNewsroom(engine, { database, clockOffsetMs, env, providers: [groq] });
    undo.push(() => room.stop());
    return { ...room, stop: () => undo.pop()?.() };
  }
  type Room = Pick<Newsroom, 'ask'>;

  const readJobs = async ({ ask }: Room): Promise<unknown> =>
    (await ask('GET', '/admin/pipeline-status', { key: ADMIN_TOKEN })).body.jobs;
  const reads = (): number => site.asked.filter((path) => path === '/feed').length;
  const untilRead = (times: number): Promise<void> => expect.poll(reads, PATIENCE).toBe(times);
  const untilEnded = (room: Room, kind: string, jobId?: unknown): Promise<void> =>
    expect
      .poll(async () => memberOf(await readJobs(room), kind), PATIENCE)
      .toMatchObject({ running: false, finished_at: expect.any(String), ...(jobId ? { job_id: jobId } : {}) });

  /** A job by hand is claimed after everything has been asked whether it is due: when it has ended, all were. */
  async function look(room: Room): Promise<void> {
    const { body } = await room.ask('POST', '/admin/run-analyze', { key: ADMIN_TOKEN });
    await untilEnded(room, 'analyze', body.job_id);
  }

  it('reads, analyses, publishes and translates by itself, though nobody was there when it was due', async () => {
    const room = await start(0);
    await untilRead(1);
    for (const kind of ['scrape', 'analyze', 'push', 'translate']) await untilEnded(room, kind);
    const { body } = await room.ask('GET', '/v1/articles?lang=zh');
    expect(listOf(body.items)).toMatchObject([{ title: SENTENCES.zh, available_langs: ['ja', 'en', 'zh'] }]);
    expect(memberOf(await readJobs(room), 'translate')).toMatchObject({ total: 1, succeeded: 1, failed: 0 });
    await room.stop();
  });

  it('survives a restart, and a clock that is put forward or back', async () => {
    // Half of its interval later.
    const soon = await start(30 * MINUTE_MS);
    await look(soon);
    expect(reads()).toBe(1);
    await soon.stop();
    // A day that nobody was there: read once, not for each time that was missed.
    const late = await start(24 * HOUR_MS);
    await untilRead(2);
    await untilEnded(late, 'scrape');
    await look(late);
    expect(reads()).toBe(2);
    await late.stop();
    // The clock was wrong: it does not wait until that day comes.
    const back = await start(0);
    await untilRead(3);
    await untilEnded(back, 'scrape');
    await look(back);
    expect(reads()).toBe(3);
    await back.stop();
  });

  it('begins nothing where it is switched off', async () => {
    const room = await start(3 * HOUR_MS, 'off');
    await look(room);
    expect(reads()).toBe(3);
    await room.stop();
  });
});
