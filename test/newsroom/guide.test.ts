/** The commands of docs/newsroom.md work as they stand, one after the other, against a server that has just been started. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';
import { type Farebox, startFarebox } from '../harness/farebox.ts';
import { textOf } from '../harness/sources.ts';

const GUIDE_MS_MAX = 60_000;
/** Between the answers of two commands. */
const MARK = '@@';

let folder: string;
let database: FreshDatabase;
let farebox: Farebox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-guide-'));
  const data = await mkdtemp(join(tmpdir(), 'farebox-guide-data-'));
  await symlink(data, join(folder, 'data'));
  database = await freshDatabase('sqlite');
  farebox = await startFarebox({ database, env: { DATA_DIR: data, DEMO_DATA: 'on' } });
});
afterAll(async () => {
  await farebox?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('leads from nothing to a published release and a campaign', { timeout: GUIDE_MS_MAX }, async () => {
  const commands = [...textOf('docs/newsroom.md').matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.trim().split('\n'))
    .map((line) => line.replace('http://127.0.0.1:3000', farebox.url))
    .map((line) => (line === 'sleep 1' ? 'until ls data/outbox/*-code-*.eml; do sleep 0.05; done' : line));
  const script = commands.map((line) => `${line}\nprintf '${MARK}'`).join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
  const answers = new Map(stdout.split(MARK).map((answer, index) => [commands[index] ?? '', answer]));
  const answerOf = (part: string): string => {
    const [, answer = ''] = [...answers].find(([command]) => command.includes(part)) ?? [];
    expect(answer, part).not.toContain('"detail"');
    return answer;
  };
  expect(JSON.parse(answerOf('/api/analyze'))).toMatchObject({ language: 'ja', engine: 'rules', status: 'completed' });
  expect(JSON.parse(answerOf('/generate'))).toMatchObject({ source_type: 'generated', generation: { unverified: [] } });
  expect(JSON.parse(answerOf('/optimize'))).toHaveProperty('press_release_id');
  expect(JSON.parse(answerOf('-X PUT'))).toMatchObject({ status: 'ready', version: 2 });
  expect((await readFile(join(folder, 'release.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(JSON.parse(answerOf('/items'))).toMatchObject({ added: 6, item_count: 6 });
  expect(JSON.parse(answerOf('/emails/$EMAIL'))).toMatchObject({ version: 2, edited: true });
  expect(JSON.parse(answerOf('/test'))).toMatchObject({ ok: true, transport: 'outbox' });
  expect(JSON.parse(answerOf('/send '))).toMatchObject({ queued: 6, campaign: { simulated: true } });
  expect(JSON.parse(answerOf('/tracking'))).toMatchObject({ denominator: 'delivered', failed: 0 });
  for (const part of ['$BASE/v1/articles', 'feed.json', 'since_seq=0']) {
    expect(answerOf(part)).toContain('Studio Ada opens a lantern workshop in Osaka');
  }
});
