/** Part `newsroom`: the feed of changes through the door, whole and as a 304, beside node:http that sends the same bytes. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { request } from 'undici';
import { openLedger } from '../../src/ledger/ledger.ts';
import { pushArticle } from '../../src/newsroom/content/articles/writes.ts';
import { createRelease } from '../../src/newsroom/content/releases/writes.ts';
import { freshDatabase } from '../harness/databases.ts';
import { ask, startFareboxProcess } from '../harness/farebox.ts';
import { releases } from '../newsroom/quality-texts.ts';
import { openNewsroom } from '../tools/auth/newsroom.ts';
import { judge, median, print, short } from './measure.ts';

const LINES = 1_000;
const AT_ONCE = 50;
const ROUNDS = 30;
const DIFF_MS_MAX = 30;
const SAME_MS_MAX = 2;
const PATH = '/v1/ai-feed/articles.diff.jsonl';
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export async function benchFeed(): Promise<void> {
  const database = await freshDatabase('sqlite');
  const first = await openNewsroom('sqlite', { database });
  const { companyId } = await first.signIn('bench@feed.example');
  await first.stop();
  await fillFeed(join(database.dataDir, 'data'), companyId);
  const room = await startFareboxProcess({ database });
  try {
    const whole = await measure(room.url, {});
    const { headers, text } = await ask(room.url, 'GET', PATH);
    const same = await measure(room.url, { 'if-none-match': String(headers.etag) });
    const bare = await measureBare(Buffer.from(text));
    const megabytes = (Buffer.byteLength(text) / 1e6).toFixed(1);
    print(`\nFeed of changes: ${headers['x-line-count']} lines, ${megabytes} MB, the median of ${ROUNDS}`);
    print(`  the same bytes from node:http alone, ms: ${short(bare)}`);
    judge('all lines, ms', whole, DIFF_MS_MAX, 'at most');
    judge('the same again (304), ms', same, SAME_MS_MAX, 'at most');
  } finally {
    await room.stop();
    await database.drop();
  }
}

async function fillFeed(dataDir: string, companyId: string): Promise<void> {
  const ledger = await openLedger({ dataDir, log });
  const texts = releases.map(({ ja }) => ja);
  const add = async (index: number): Promise<void> => {
    const body = texts[index % texts.length] ?? '';
    const about = {
      subtitle: null,
      contact_info: null,
      source_type: 'scratch',
      language: 'ja',
      created_by: null,
    } as const;
    const score = { nq_score: null, nq_source: null, nq_dimensions: null, ai_engine: null };
    const size = { word_count: 1, char_count: body.length };
    const release = { company_id: companyId, title: `News ${index}`, body, ...about, ...score, ...size };
    const { output } = await ledger.database.write(createRelease, { release });
    await ledger.database.write(pushArticle, { articleId: output.article_id, findings: describeText(body) });
  };
  for (let at = 0; at < LINES; at += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => add(at + index)));
  }
  await ledger.stop();
}

/** As much as an analysis finds in a release of that length. */
function describeText(body: string) {
  const sentences = body.split(/(?<=。)/).slice(0, 5);
  return {
    summary: sentences[0] ?? null,
    categories: ['it'],
    tags: ['one', 'two', 'three', 'four'],
    faq: sentences.map((answer) => ({ question: `${answer.slice(0, 20)}？`, answer })),
    facts: [{ text: '42%', value: 42, unit: '%' }],
    nqScore: 70,
    engine: 'rules' as const,
  };
}

/** Until the last byte is there; what a reader makes of them is its own. */
async function measure(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const beginMs = performance.now();
    const { body } = await request(new URL(PATH, url), { headers });
    await body.arrayBuffer();
    times.push(performance.now() - beginMs);
  }
  return median(times);
}

async function measureBare(data: Buffer): Promise<number> {
  const server = createServer((_req, res) => res.end(data)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    return await measure(`http://127.0.0.1:${port}`, {});
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
