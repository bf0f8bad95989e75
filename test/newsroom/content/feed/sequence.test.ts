/** The feed's numbers under many writers and readers at once: strictly rising, and nothing is skipped for ever. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/database/types.ts';
import { isRecord } from '../../../../src/lib/record.ts';
import { pushArticle, retractArticle } from '../../../../src/newsroom/content/articles/writes.ts';
import { readDiff } from '../../../../src/newsroom/content/feed/diff-reads.ts';
import { readFeedState } from '../../../../src/newsroom/content/feed/reads.ts';
import { formatPosition, parsePosition, ResyncError } from '../../../../src/newsroom/content/feed/sequence.ts';
import { createRelease, deleteRelease, updateRelease } from '../../../../src/newsroom/content/releases/writes.ts';
import { type Books, engines, openBooks } from '../../../ledger/books.ts';

const site = { baseUrl: 'https://news.example', zone: 'Asia/Tokyo' };
const companyId = 'c_feed';
const WRITERS = 6;
const STEPS = 20;
const READERS = 3;
const DAYS_MS = 24 * 3_600_000;

interface Made {
  releaseId: number;
  articleId: number;
}

const company =
  'INSERT INTO companies (id, account_id, name, plan, plan_status, timezone, sender_verified, individual_tracking, created_at) ' +
  `VALUES ('${companyId}', 'agt_feed', 'Feed Studio', 'free', 'active', 'Asia/Tokyo', 0, 0, 1)`;

/** Small, and the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

async function create(db: Database, title: string): Promise<Made> {
  const texts = { title, subtitle: null, body: `${title} opens.`, contact_info: null, language: 'en' } as const;
  const score = { nq_score: null, nq_source: null, nq_dimensions: null, ai_engine: null };
  const release = { company_id: companyId, ...texts, ...score, source_type: 'scratch', created_by: null };
  const { output } = await db.write(createRelease, { release: { ...release, word_count: 2, char_count: 9 } });
  return { releaseId: output.id, articleId: output.article_id };
}

async function retitle(db: Database, { releaseId: id }: Made, title: string): Promise<void> {
  const state = { status: undefined, embargo_until: undefined };
  await db.write(updateRelease, { companyId, id, changes: { title }, state, measure: undefined, version: undefined });
}

/** Publishes, changes, takes back and deletes, at random. */
async function writeAtRandom(db: Database, seed: number): Promise<void> {
  const random = createRandom(seed);
  const made: Made[] = [];
  for (let step = 0; step < STEPS; step++) {
    const one = made[random(made.length + 1)];
    const choice = random(6);
    if (!one || choice === 0) {
      const fresh = await create(db, `Kiro ${seed} ${step}`);
      made.push(fresh);
      await db.write(pushArticle, { articleId: fresh.articleId });
    } else if (choice <= 2) await db.write(pushArticle, { articleId: one.articleId });
    else if (choice === 3) await retitle(db, one, `Kiro ${seed} ${step}`);
    else if (choice === 4) await db.write(retractArticle, { articleId: one.articleId, reason: 'unpublished' });
    else {
      made.splice(made.indexOf(one), 1);
      await db.write(deleteRelease, { companyId, id: one.releaseId });
    }
  }
}

interface Reading {
  numbers: number[];
  /** What is public by all that was read: article → title. */
  table: Map<number, string>;
  last: number;
}

/** Reads on from where it is, in portions of random size, until there is no more. */
async function readOn(db: Database, reading: Reading, random: (below: number) => number): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const query = { after: reading.last, limit: 1 + random(7), language: null, site };
    const diff = await db.read(readDiff, query);
    for (const line of new TextDecoder().decode(diff.data).split('\n').filter(Boolean)) noteLine(reading, line);
    reading.last = diff.last;
    hasMore = diff.hasMore;
  }
}

function noteLine(reading: Reading, text: string): void {
  const line: { seq: string; op: string; id: number; article?: { title: string; seq: string } } = JSON.parse(text);
  const number = Number(line.seq.split('.')[1]);
  expect(number).toBeGreaterThan(reading.numbers.at(-1) ?? 0);
  reading.numbers.push(number);
  if (line.op === 'delete') reading.table.delete(line.id);
  else reading.table.set(line.id, line.article?.title ?? '');
  if (line.op === 'upsert') expect(line.article?.seq).toBe(line.seq);
}

describe.each(engines)('the sequence on %s', (engine) => {
  let books: Books & { close(): Promise<void> };
  let instances: Database[];
  beforeAll(async () => {
    books = await openBooks(engine);
    // Several servers share PostgreSQL alone.
    const count = engine === 'postgres' ? 2 : 1;
    instances = await Promise.all(Array.from({ length: count }, async () => (await books.start()).database));
    await books.execute(company);
  });
  afterAll(() => books.close());

  const instance = (index: number): Database => {
    const chosen = instances[index % instances.length];
    if (!chosen) throw new Error('No instance');
    return chosen;
  };

  it('lets every reader rebuild what is public, whoever writes meanwhile', async () => {
    let isWriting = true;
    const writers = Array.from({ length: WRITERS }, (_, index) => writeAtRandom(instance(index), index + 1));
    const readers = Array.from({ length: READERS }, async (_, index) => {
      const reading: Reading = { numbers: [], table: new Map(), last: 0 };
      const random = createRandom(100 + index);
      while (isWriting) await readOn(instance(index), reading, random);
      await readOn(instance(index), reading, random);
      return reading;
    });
    await Promise.all(writers);
    isWriting = false;
    const rows = await books.rows('SELECT id, title FROM articles WHERE is_public = 1 ORDER BY id');
    const expected = rows.map(({ id, title }) => [Number(id), title]);
    expect(expected.length).toBeGreaterThan(WRITERS);
    const { number } = await readFeedState(instance(0).db);
    const [{ taken } = { taken: 0 }] = await books.rows('SELECT count(DISTINCT number) AS taken FROM feed_entries');
    const [{ lines } = { lines: 0 }] = await books.rows('SELECT count(*) AS lines FROM feed_entries');
    expect(Number(taken)).toBe(Number(lines));
    for (const { table, last } of await Promise.all(readers)) {
      expect([...table].sort(([a], [b]) => a - b)).toEqual(expected);
      expect(last).toBe(number);
    }
  });

  it('moves for what is public alone', async () => {
    const db = instance(0);
    const made = await create(db, 'Quiet');
    const read = async () => (await readFeedState(db.db)).number;
    const before = await read();
    await retitle(db, made, 'Quieter');
    expect(await read()).toBe(before);
    const first = await db.write(pushArticle, { articleId: made.articleId });
    expect(first).toMatchObject({ isChanged: true, seq: `1.${before + 1}` });
    expect(await db.write(pushArticle, { articleId: made.articleId })).toMatchObject({ ...first, isChanged: false });
    await db.write(retractArticle, { articleId: made.articleId, reason: 'unpublished' });
    await db.write(retractArticle, { articleId: made.articleId, reason: 'unpublished' });
    expect(await read()).toBe(before + 2);
    const again = { articleId: made.articleId, embargoUntil: (await db.now()) + 60_000 };
    await expect(db.write(pushArticle, again)).rejects.toMatchObject({
      code: 'CONFLICT',
      facts: { reason: 'embargoed' },
    });
    await expect(db.write(pushArticle, { articleId: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await read()).toBe(before + 2);
  });

  it('forgets tombstones after 180 days, and whoever has missed them begins anew', async () => {
    const db = instance(0);
    const made = [await create(db, 'Old'), await create(db, 'Gone'), await create(db, 'Fresh')];
    for (const { articleId } of made) await db.write(pushArticle, { articleId });
    const start = await readFeedState(db.db);
    const gone = made[1]?.articleId ?? 0;
    await db.write(retractArticle, { articleId: gone, reason: 'deleted' });
    const old = (await db.now()) - 181 * DAYS_MS;
    await books.execute(`UPDATE feed_entries SET deleted_at = ${old} WHERE article_id = ${gone}`);
    expect(await db.purge()).toBe(1);
    const state = await readFeedState(db.db);
    expect(state.horizon).toBe(state.number);
    expect(() => parsePosition(`1.${start.number}`, state)).toThrow(ResyncError);
    expect(parsePosition(`1.${state.horizon}`, state)).toEqual({ number: state.horizon, begunAt: null });
    // A first reading goes through what is older than the horizon, however many portions it takes.
    const diff = await db.read(readDiff, { after: 0, limit: 1, language: null, site });
    const position = formatPosition(state, diff.last, state.number);
    expect(parsePosition(position, state)).toEqual({ number: diff.last, begunAt: state.number });
    expect(() => parsePosition(position, { ...state, number: state.number + 9, horizon: state.number + 5 })).toThrow(
      ResyncError,
    );
    expect(isRecord(JSON.parse(new TextDecoder().decode(diff.data)))).toBe(true);
  });
});

describe('a position', () => {
  const state = { epoch: 2, number: 40, horizon: 7, changedAt: 0 };
  it.each(['', '0', '2.0'])('%j is the start', (text) => expect(parsePosition(text, state)).toBeNull());
  it.each(['2.12', '12', '2.3.9'])('%j goes on', (text) => expect(parsePosition(text, state)).not.toBeNull());
  it.each(['1.12', '3.1', '2.41', '41', '2.6', '6', '2.3.5', '2.3.99', '1.0'])('%j begins anew', (text) =>
    expect(() => parsePosition(text, state)).toThrow(ResyncError),
  );
  it.each(['x', '-1', '2.', '.2', '1.2.3.4', ' 1', '1e3', '2.1 ', '１', '9'.repeat(16)])('%j is none', (text) =>
    expect(() => parsePosition(text, state)).toThrow('not a valid position'),
  );
});
