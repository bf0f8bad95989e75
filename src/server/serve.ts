/** `farebox start`: runs one server in this process, until its exit code. */
import { writeSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { type RunningServer, startServer } from './main.ts';

type Print = (lines: readonly string[]) => void;

export async function serve(config: Config, providers: readonly ProviderDefinition[], print: Print): Promise<void> {
  const server = await startServer(config, providers);
  stopOnSignals(server);
  reloadOnSignal(server);
  stopOnDefects(server);
  print(formatWelcome(server));
}

function formatWelcome({ url, accountMode }: RunningServer): string[] {
  const live =
    accountMode === 'live'
      ? 'New accounts are live.'
      : 'New accounts are test accounts with test credit in the sandbox.';
  return [
    `Farebox listens on ${url}`,
    `${live} Create a test account:`,
    `  curl -s ${url}/api/proxy/account/create --json '{"name":"me","mode":"test"}'`,
    'Call a tool with the returned key:',
    `  curl -s ${url}/api/proxy/weather -H 'Authorization: Bearer fbx_test_…' --json '{"latitude":35.68,"longitude":139.69}'`,
    `MCP: ${url}/mcp/free without a key, ${url}/mcp/proxy with one. Configuration status: npm run doctor`,
  ];
}

/** npm passes on a Ctrl-C that the terminal has sent us already: what comes this soon is the same signal. */
const SAME_SIGNAL_MS = 400;

/** The first signal drains, the second ends at once. */
function stopOnSignals(server: RunningServer): void {
  let stoppingSinceMs: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) endProcess(server, 1);
      return;
    }
    stoppingSinceMs = performance.now();
    server.log.info({ signal }, 'shutting down: refusing new calls, finishing running ones');
    server.close().then(
      () => process.exit(0),
      (thrown: unknown) => {
        server.log.error({ err: thrown }, 'shutdown failed');
        endProcess(server, 1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Reads farebox.yaml and the files of secrets again; a mistake in them changes nothing. */
function reloadOnSignal({ reload, log }: RunningServer): void {
  process.on('SIGHUP', () => {
    reload().then(
      (notes) => log.info({ notes }, 'configuration reloaded'),
      (err: unknown) => log.error({ err }, 'configuration not reloaded, nothing changed'),
    );
  });
}

/** A defect that reached the top leaves nothing to rely on: what is open is refunded by the next sweep. */
function stopOnDefects(server: RunningServer): void {
  const onDefect = (thrown: unknown): void => {
    server.log.error({ err: thrown }, 'unhandled error, exiting');
    endProcess(server, 1);
    writeSync(2, `Farebox ended: ${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  };
  process.on('uncaughtException', onDefect);
  process.on('unhandledRejection', onDefect);
}

function endProcess({ log }: RunningServer, code: number): void {
  void log.flush().finally(() => process.exit(code));
}
