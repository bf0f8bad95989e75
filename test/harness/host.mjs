/**
 * Servers on demand, in one process that has loaded the product once: what `host.ts` asks for. Each is as separate from
 * the others as startServer makes it. Ends with the process that started it.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadProviders, operate, readConfig, runReconcile, startServer, verifyBooks } from './built.mjs';

const providers = await loadProviders();
const servers = new Map();

const toBooks = ({ dataDir, databaseUrl }) => ({ dataDir, ...(databaseUrl === undefined ? {} : { databaseUrl }) });

const commands = {
  operator: async (config, words) => ({ ok: true, lines: await operate(config, words) }),
  reconcile: (config, words) => runReconcile(config, toBooks(config), words),
  verify: (config) => verifyBooks(toBooks(config)),
};

/** Time that the main thread has spent computing, whoever else has used the machine meanwhile. */
const readCpuMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;

/** What a tenth of a second of an ordinary machine computes, in parts. */
function computeReference() {
  const startedMs = readCpuMs();
  let sum = 0;
  for (let i = 0; i < REFERENCE_TURNS; i++) sum = (Math.imul(sum, 31) + i) | 0;
  return { ms: readCpuMs() - startedMs, sum };
}

const REFERENCE_TURNS = 100_000_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const orders = {
  async cpu() {
    return { ms: readCpuMs() };
  },
  async heap() {
    collectGarbage();
    return { bytes: process.memoryUsage().heapUsed };
  },
  async reference() {
    return computeReference();
  },
  async start({ env }) {
    const server = await startServer(readConfig(env, providers), providers);
    servers.set(server.url, server);
    return server.url;
  },
  async stop({ url }) {
    const server = servers.get(url);
    servers.delete(url);
    await server.close();
    return null;
  },
  async command({ env, name, words }) {
    try {
      const { ok, lines } = await commands[name](readConfig(env, providers), words);
      return { code: ok ? 0 : 1, output: lines.map((line) => `${line}\n`).join('') };
    } catch (thrown) {
      return { code: 1, output: `${thrown.message}\n` };
    }
  },
};

process.on('message', ({ id, order, ...input }) => {
  orders[order](input).then(
    (output) => process.send({ id, output }),
    (thrown) => process.send({ id, error: thrown instanceof Error ? thrown.message : String(thrown) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
