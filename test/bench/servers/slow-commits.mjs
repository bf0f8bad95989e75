/** The built server with commits of the ledger that take the given milliseconds longer, as on a slow disk. */
import { environment, readConfig } from '../../../dist/src/config/config.js';
import { loadProviders } from '../../../dist/src/provider-files.js';
import { startServer } from '../../../dist/src/server/main.js';

const commitDelayMs = Number(process.argv[2]);
const providers = await loadProviders();
const config = readConfig(environment('.env'), providers);
const server = await startServer(config, providers, { ledger: { commitDelayMs } });
process.stdout.write(`Farebox listens on ${server.url}\n`);
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
