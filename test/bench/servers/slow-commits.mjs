/** The built server with commits of the ledger that take the given milliseconds longer, as on a slow disk. */
import { loadProviders, readConfig, readEnvironment, startServer } from '../../harness/built.mjs';

const commitDelayMs = Number(process.argv[2]);
const providers = await loadProviders();
const config = readConfig(readEnvironment('.env'), providers);
const server = await startServer(config, providers, { ledger: { commitDelayMs } });
process.stdout.write(`Farebox listens on ${server.url}\n`);
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
