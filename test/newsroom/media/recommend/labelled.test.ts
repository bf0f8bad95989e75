/** Quality of recommendations against a labeled set in three languages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../../../tools/admin/world.ts';
import { listOf, memberOf, type Newsroom, openNewsroom, type Person } from '../../../tools/auth/newsroom.ts';
import { famousButEmpty, type LabelledRelease, labelledMedia, labelledReleases } from './labelled-set.ts';

const TOP = 10;
const GOOD = 0.85;

let room: Newsroom;
let folder: string;
let lead: Person;
const keys = new Map(labelledMedia.map(({ key, entry }) => [entry.name, key]));

interface Ranked {
  key: string;
  score: number;
}

const rankings = new Map<LabelledRelease, Ranked[]>();
const releaseIds = new Map<LabelledRelease, unknown>();

async function importMedia(): Promise<Record<string, unknown>> {
  const media = labelledMedia.map(({ entry }) => entry);
  await writeFile(join(folder, 'media.json'), JSON.stringify(media));
  return (await room.ask('POST', '/admin/media/import', { key: ADMIN_TOKEN, body: { json_path: 'media.json' } })).body;
}

async function rank(release: LabelledRelease): Promise<Ranked[]> {
  const body = { press_release_id: releaseIds.get(release), top_k: 500 };
  const answer = await room.ask('POST', '/api/media/recommend', { key: lead.token, body });
  expect(answer.body).toMatchObject({ candidates: labelledMedia.length, engine: 'bm25' });
  return listOf(answer.body.items).map(({ media, score }) => ({
    key: keys.get(memberOf(media, 'name')) ?? '',
    score: Number(score),
  }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-labelled-'));
  room = await openNewsroom('sqlite', { env: { ADMIN_TOKEN, DEMO_DATA: 'off', MEDIA_IMPORT_DIR: folder } });
  lead = await room.signIn('lead@studio.co.jp', { company_name: 'Studio' });
  expect(await importMedia()).toMatchObject({ inserted: labelledMedia.length, skipped: 0 });
  for (const release of labelledReleases) {
    const { title, body } = release;
    const made = { company_id: lead.companyId, title, body };
    const answer = await room.ask('POST', '/api/press-release', { key: lead.token, body: made });
    releaseIds.set(release, answer.body.press_release_id);
    rankings.set(release, await rank(release));
  }
});
afterAll(async () => {
  await room.stop();
  await rm(folder, { recursive: true });
});

const readRanking = (release: LabelledRelease): readonly Ranked[] => rankings.get(release) ?? [];

/** Discounted cumulative gain, with 2^label - 1 for each. */
const addGains = (labels: readonly number[]): number =>
  labels.slice(0, TOP).reduce((sum, label, at) => sum + (2 ** label - 1) / Math.log2(at + 2), 0);

function measure(release: LabelledRelease): number {
  const labels = readRanking(release).map(({ key }) => release.labels[key] ?? 0);
  const best = Object.values(release.labels).sort((one, other) => other - one);
  return addGains(labels) / addGains(best);
}

it.each(['ja', 'zh', 'en'] as const)('puts first what somebody who knows the media would, in %s', (language) => {
  const own = labelledReleases.filter((release) => release.language === language);
  const measured = own.map((release) => ({ title: release.title, ndcg: measure(release) }));
  const mean = measured.reduce((sum, { ndcg }) => sum + ndcg, 0) / measured.length;
  process.stdout.write(`nDCG@10, ${language}: ${mean.toFixed(3)} over ${own.length} releases\n`);
  expect(mean, JSON.stringify(measured, null, 2)).toBeGreaterThanOrEqual(GOOD);
});

it('has one whose very subject it is at the top each time', () => {
  expect(labelledReleases.map((release) => release.labels[readRanking(release)[0]?.key ?? ''])).toEqual(
    labelledReleases.map(() => 3),
  );
});

it('puts nobody before a medium that fits because of readers alone', () => {
  for (const release of labelledReleases) {
    const ranking = readRanking(release);
    const fitting = ranking.findLastIndex(({ key }) => (release.labels[key] ?? 0) >= 2);
    expect(
      ranking.findIndex(({ key }) => famousButEmpty.includes(key)),
      release.title,
    ).toBeGreaterThan(fitting);
  }
});

it('gives the same order again, and when the same file has been imported again', async () => {
  expect(await importMedia()).toMatchObject({ unchanged: labelledMedia.length });
  for (const release of labelledReleases) expect(await rank(release)).toEqual(readRanking(release));
});

it('is filtered to a part of itself for each of them', async () => {
  for (const release of labelledReleases) {
    for (const filter of [
      'industry=food',
      'media_type=trade',
      'min_reach=100000',
      'region=関東',
      'industry=it&media_type=web',
    ]) {
      const query = `press_release_id=${releaseIds.get(release)}&top_k=500&${encodeURI(filter)}`;
      const { body } = await room.ask('GET', `/api/media/recommend/filter?${query}`, { key: lead.token });
      const part = listOf(body.items).map(({ media }) => keys.get(memberOf(media, 'name')) ?? '');
      expect(part, filter).toEqual(
        readRanking(release)
          .map(({ key }) => key)
          .filter((key) => part.includes(key)),
      );
    }
  }
});
