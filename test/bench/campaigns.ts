/** Part `newsroom`: campaigns to five hundred recipients, through the door, and how long nothing else had a turn meanwhile. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { engines } from '../harness/databases.ts';
import { ADMIN_TOKEN } from '../tools/admin/world.ts';
import { listOf, openNewsroom } from '../tools/auth/newsroom.ts';
import { judge, print, printTable } from './measure.ts';

const RECIPIENTS = 500;
const ROUNDS = 5;
const CREATE_MS_MAX = 1_000;
const NS_PER_MS = 1_000_000;

const TOPICS = ['議事録', '自治体', '印刷', '観光', '菓子', '蓄電池', '検査', '図書館'];

const buildMedia = (): object[] =>
  Array.from({ length: RECIPIENTS }, (_, at) => ({
    name: `見本の媒体 ${at}`,
    language: 'ja',
    industry: ['it', 'local'],
    topics: [TOPICS[at % TOPICS.length], TOPICS[(at * 3 + 1) % TOPICS.length]],
    profile: `${TOPICS[at % TOPICS.length]}と${TOPICS[(at + 2) % TOPICS.length]}の記事を毎週載せています。`,
    email: `desk@m${at}.press.example`,
    consent_basis: 'published_address',
  }));

async function measureEngine(engine: (typeof engines)[number]): Promise<{ medianMs: number; heldMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-bench-'));
  const room = await openNewsroom(engine, { env: { ADMIN_TOKEN, DEMO_DATA: 'off', MEDIA_IMPORT_DIR: folder } });
  try {
    const { token: key, companyId } = await room.signIn('lead@studio.co.jp', { company_name: 'Studio' });
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await room.ask('POST', path, { key, body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`);
      return answer.body;
    };
    await writeFile(join(folder, 'media.json'), JSON.stringify(buildMedia()));
    await room.ask('POST', '/admin/media/import', { key: ADMIN_TOKEN, body: { json_path: 'media.json' } });
    const { body: found } = await room.ask('GET', `/api/media/search?per_page=${RECIPIENTS}`, { key });
    const media_ids = listOf(found.items).map(({ media_id }) => media_id);
    const body =
      'サンプル株式会社は2026年12月1日、自治体の議事録を自動で作るサービスを始めます。作業時間を42%減らします。'.repeat(
        12,
      );
    const { press_release_id } = await post('/api/press-release', {
      company_id: companyId,
      title: '議事録を自動で作る',
      body,
    });
    const { list_id: media_list_id } = await post('/api/media/lists', { name: '媒体' });
    await post(`/api/media/lists/${media_list_id}/items`, { media_ids });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      // The first one opens the threads.
      if (round === 1) delay.enable();
      const beginMs = performance.now();
      await post('/api/campaigns', { press_release_id, media_list_id, name: `${round}` });
      if (round > 0) times.push(performance.now() - beginMs);
    }
    delay.disable();
    times.sort((one, other) => one - other);
    return { medianMs: times[ROUNDS >> 1] ?? Number.NaN, heldMs: delay.max / NS_PER_MS };
  } finally {
    await room.stop();
    await rm(folder, { recursive: true });
  }
}

export async function benchCampaigns(): Promise<void> {
  print(`\nCampaigns to ${RECIPIENTS} recipients: milliseconds, the median of ${ROUNDS}`);
  const rows: { engine: string; medianMs: number; heldMs: number }[] = [];
  for (const engine of engines) rows.push({ engine, ...(await measureEngine(engine)) });
  printTable([
    ['database', 'created', 'longest turn'],
    ...rows.map(({ engine, medianMs, heldMs }) => [engine, medianMs.toFixed(0), heldMs.toFixed(0)]),
  ]);
  for (const { engine, medianMs } of rows) judge(`a campaign on ${engine}, ms`, medianMs, CREATE_MS_MAX, 'at most');
}
