/** A server that can be told to end itself with SIGKILL at a named moment of a mail's way. */
import { loadProviders, readConfig, startServer } from '../../harness/built.mjs';

let order;

function onBoundary(boundary) {
  if (order?.boundary === boundary && --order.count === 0) process.kill(process.pid, 'SIGKILL');
}

process.on('message', (given) => {
  order = given;
  process.send('armed');
});

process.on('disconnect', () => process.exit(1));

const providers = await loadProviders();
const server = await startServer(readConfig(process.env, providers), providers, { sending: { onBoundary } });
process.stdout.write(`Farebox listens on ${server.url}\n`);
