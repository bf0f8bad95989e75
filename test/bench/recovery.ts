/** Part `recovery`: from the kill of a server with calls in flight to a new one that has refunded them all. */
import { type Engine, engines, freshDatabase } from '../harness/databases.ts';
import { behind } from '../ledger/books.ts';
import { paidRequest, startFarebox } from './farebox.ts';
import { judge, print } from './measure.ts';
import type { Server } from './processes.ts';
import { COUNTER } from './wire.ts';

const IN_FLIGHT = 50;
const RECOVERY_S_MAX = 2;
const WAIT_MS = 10_000;
const LOOK_MS = 20;

export async function benchRecovery(upstream: Server): Promise<void> {
  print(`\nA server is killed with ${IN_FLIGHT} calls in flight`);
  for (const engine of engines) {
    const seconds = await measureRecovery(upstream, engine);
    judge(`${engine}: from the kill to a server without open calls`, seconds, RECOVERY_S_MAX, 'at most', ' s');
  }
}

async function measureRecovery(upstream: Server, engine: Engine): Promise<number> {
  const database = await freshDatabase(engine);
  const variables = { GROQ_BASE_URL: `${upstream.url}/slow/v1` };
  const killed = await startFarebox(upstream.url, { database, variables });
  const books = { url: database.url, dataDir: killed.dataDir };
  const countOpen = async (): Promise<number> => Number((await behind(books, COUNT_OPEN))[0]?.open);
  try {
    const { path, headers, json = '' } = paidRequest(killed.apiKey);
    for (let i = 0; i < IN_FLIGHT; i++) {
      const body = json.replace(COUNTER, String(Number(COUNTER) + i));
      const request = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
      // They end with the server.
      fetch(`${killed.url}${path}`, request).catch(() => {});
    }
    await waitUntil(async () => (await countOpen()) === IN_FLIGHT);
    const startMs = performance.now();
    process.kill(killed.pid, 'SIGKILL');
    const starting = startFarebox(upstream.url, { database, variables: { ...variables, DATA_DIR: killed.dataDir } });
    await waitUntil(async () => (await countOpen()) === 0);
    const emptyMs = performance.now() - startMs;
    const server = await starting;
    await server.stop();
    // It answers soon after its first sweep, or before.
    return Math.max(emptyMs, server.startMs) / 1_000;
  } finally {
    await killed.stop();
    await database.drop();
  }
}

const COUNT_OPEN = 'SELECT count(*) AS open FROM open_calls';

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error('The calls in flight are not as many as they should be.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
