/** The built server with an open collector: to each message it answers with its memory after a collection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadProviders, readConfig, readEnvironment, startServer } from '../harness/built.mjs';

const providers = await loadProviders();
const server = await startServer(readConfig(readEnvironment('.env'), providers), providers);
process.send({ url: server.url });

process.on('message', async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await sleep(50);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ heapUsed, external, rss, handles: process.getActiveResourcesInfo().length });
});
process.on('disconnect', () => process.exit(0));
