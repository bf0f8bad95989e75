#!/usr/bin/env node
/** Command-line entry: `farebox [start] | doctor | verify | backup | operator … | env-example`. */
import { writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Config, ConfigError, readConfig, readEnvironment } from '../config/config.ts';
import { loadProviders } from '../config/provider-files.ts';
import { FareboxError } from '../kernel/errors/errors.ts';
import type { ProviderDefinition } from '../kernel/tool/provider.ts';
import { backupUsage, marginUsage, moveUsage, operatorUsage, reconcileUsage } from '../server/commands/operator.ts';
import { toolsUsage } from '../server/commands/tools.ts';

const print = (lines: readonly string[]): void => {
  writeSync(1, `${lines.join('\n')}\n`);
};

interface CommandInput {
  config: Config;
  providers: readonly ProviderDefinition[];
  words: readonly string[];
}

const chooseBooks = ({ dataDir, databaseUrl }: Config) => ({
  dataDir,
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
});

interface Command {
  usage: readonly string[];
  /** Resolves with the exit code; null keeps the process running. */
  run(input: CommandInput): Promise<number | null>;
}

const commands: Readonly<Record<string, Command>> = {
  start: {
    usage: ['[start]       start the server; SIGTERM or SIGINT stops it after running calls finish'],
    run: async ({ config, providers }) => {
      const { serve } = await import('../server/serve.ts');
      await serve(config, providers, print);
      return null;
    },
  },
  doctor: {
    usage: ['doctor        show configuration status, and which variables to set'],
    run: async ({ config, providers }) => {
      const { examine } = await import('../server/commands/doctor.ts');
      const { lines, isHealthy } = await examine(config, providers);
      print(lines);
      return isHealthy ? 0 : 1;
    },
  },
  verify: {
    usage: ['verify [--all]  verify the ledger, with --all from its first entry; exits 1 if verification fails'],
    run: async ({ config, words }) => {
      const { verifyBooks } = await import('../ledger/verification/verify.ts');
      const { ok, lines } = await verifyBooks(chooseBooks(config), { all: words.includes('--all') });
      print(lines);
      return ok ? 0 : 1;
    },
  },
  backup: {
    usage: [backupUsage],
    run: async ({ config, words }) => {
      const { runBackup } = await import('../server/commands/backup.ts');
      print(await runBackup(config, words));
      return 0;
    },
  },
  migrate: {
    usage: ["migrate       bring the database to this version's schema; a starting server does the same"],
    run: async ({ config }) => {
      const { withDatabase } = await import('../server/offline.ts');
      await withDatabase(config, async () => {});
      return 0;
    },
  },
  move: {
    usage: moveUsage,
    run: async ({ config, words }) => {
      const { runMove } = await import('../server/commands/move.ts');
      await runMove(config, words, print);
      return 0;
    },
  },
  reconcile: {
    usage: [reconcileUsage],
    run: async ({ config, words }) => {
      const { runReconcile } = await import('../server/commands/reconcile.ts');
      const { lines, ok } = await runReconcile(config, chooseBooks(config), words);
      print(lines);
      return ok ? 0 : 1;
    },
  },
  margin: {
    usage: [marginUsage],
    run: async ({ config, words }) => {
      const { runMargin } = await import('../server/commands/margin.ts');
      print(await runMargin(chooseBooks(config), words));
      return 0;
    },
  },
  operator: {
    usage: operatorUsage,
    run: async ({ config, words }) => {
      const { operate } = await import('../server/offline.ts');
      print(await operate(config, words));
      return 0;
    },
  },
  tools: {
    usage: toolsUsage,
    run: async ({ config, providers, words }) => {
      const { runTools } = await import('../server/commands/tools.ts');
      const { lines, ok } = await runTools(config, providers, words);
      print(lines);
      return ok ? 0 : 1;
    },
  },
  'env-example': {
    usage: ['env-example   print an example .env file'],
    run: async ({ providers }) => {
      const { formatEnvExample } = await import('../config/env-example.ts');
      const { loadMailProviders, nameVariable } = await import('../newsroom/mailing/providers/service.ts');
      const webhooks = (await loadMailProviders()).map((one) => ({ ...one, variable: nameVariable(one.id) }));
      writeSync(1, formatEnvExample(providers, webhooks));
      return 0;
    },
  },
};

async function runCommand([name = 'start', ...words]: readonly string[]): Promise<number | null> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    print(Object.values(commands).flatMap(({ usage }) => usage.map((line) => `farebox ${line}`)));
    return name === 'help' || name === '--help' ? 0 : 1;
  }
  const providers = await loadProviders();
  // The example must not depend on the configuration, however wrong that is.
  const env = name === 'env-example' ? {} : readEnvironment(resolve('.env'));
  const config = readConfig(env, providers);
  try {
    return await command.run({ config, providers, words });
  } catch (thrown) {
    throw toStorageProblem(thrown, config) ?? thrown;
  }
}

/** Errors of the database or file system name the variable that configures it. */
function toStorageProblem(thrown: unknown, { databaseUrl }: Config): ConfigError | null {
  if (!(thrown instanceof Error) || thrown instanceof FareboxError || !('code' in thrown)) return null;
  const [first = thrown] = thrown instanceof AggregateError ? thrown.errors : [];
  const variable = databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  return new ConfigError(`${variable} can't be used: ${first instanceof Error ? first.message : String(first)}.`);
}

try {
  const code = await runCommand(process.argv.slice(2));
  if (code !== null) process.exitCode = code;
} catch (thrown) {
  const isConfigError = thrown instanceof ConfigError;
  writeSync(2, `${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  if (!isConfigError && thrown instanceof TypeError) writeSync(2, `${thrown.stack}\n`);
  process.exitCode = 1;
}
