/** The built server with an open collector: to each message it answers with its memory after a collection. */
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, readConfig } from '../../dist/src/config/config.js';
import { loadProviders } from '../../dist/src/provider-files.js';
import { startServer } from '../../dist/src/server/main.js';

const providers = await loadProviders();
const server = await startServer(readConfig(environment('.env'), providers), providers);
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
