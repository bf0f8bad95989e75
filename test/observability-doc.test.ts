/** Runs the commands of docs/observability.md, and compares its tables with what the server sends. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Farebox, startFarebox } from './harness/farebox.ts';
import { textOf } from './harness/sources.ts';

const run = promisify(execFile);
const page = textOf('docs/observability.md');
const METRICS_TOKEN = 'a-token-for-the-metrics-of-the-tests';

let server: Farebox;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startFarebox({ env: { METRICS_TOKEN } });
  const { apiKey } = await server.account('test');
  env = { ...process.env, METRICS_TOKEN, FAREBOX_API_KEY: apiKey };
});
afterAll(() => server.stop());

it('has commands that work as they stand', async () => {
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands);
  const outputs: string[] = [];
  for (const block of blocks) {
    const commands = block.replaceAll('http://localhost:3000', server.url);
    outputs.push((await run('bash', ['-euo', 'pipefail', '-c', commands], { env })).stdout);
  }
  const [call = '', metrics = '', probes = ''] = outputs;
  expect(outputs).toHaveLength(3);
  expect(JSON.parse(call)).toMatchObject({ success: true });
  expect(metrics).toMatch(/^farebox_calls_total\{tool="weather",mode="test",outcome="ok"\} 1$/m);
  expect(probes.match(/"status":"(?:ok|ready|live|healthy)"/g)?.length ?? 0).toBeGreaterThanOrEqual(1);
});

it('names every metric', async () => {
  const { text } = await server.request('GET', '/metrics', { key: METRICS_TOKEN });
  const names = [...text.matchAll(/^# TYPE (farebox_\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
