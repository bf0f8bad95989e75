/** Opens the database: the engine that the options name, migrated, with every feature's writes and reads. */
import { makeWellFormed } from '../text/well-formed.ts';
import type { DatabaseOptions, Engine, EngineOptions, OpenedDatabase } from './engine.ts';
import { createStoreUnavailableError } from './failure.ts';
import { isUncertain } from './job.ts';
import type { LaneDefinition } from './lane.ts';
import type { WriteDefinition } from './types.ts';

/**
 * Makes and migrates the database. Throws one sentence when another server has the data folder, when the database is
 * newer, or when it can't be reached.
 */
export async function openDatabase<Job, Result>(
  options: DatabaseOptions,
  lane: LaneDefinition<Job, Result>,
): Promise<OpenedDatabase<Job, Result>> {
  const { commitDelayMs = 0, clockOffsetMs = 0 } = options;
  const engine = await openEngine({ ...options, commitDelayMs, clockOffsetMs, lane });
  const listeners: (() => void)[] = [];
  const tellListeners = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    ...engine,
    write: <Input, Output>(definition: WriteDefinition<Input, Output>, input: Input) => {
      // Texts are stored alike on both engines: PostgreSQL refuses what this replaces.
      const outcome = settle(engine.write(definition, makeWellFormed(input)));
      return definition.forgets === 'keys' ? outcome.finally(tellListeners) : outcome;
    },
    purge: () => settle(engine.purge()),
    onKeysChanged: (listener) => void listeners.push(listener),
  };
}

/** A write is never repeated by itself: whoever asked decides. */
async function settle<Output>(write: Promise<Output>): Promise<Output> {
  try {
    return await write;
  } catch (thrown) {
    throw isUncertain(thrown) ? createStoreUnavailableError(thrown) : thrown;
  }
}

/** Only the engine in use is loaded: the other one's client would cost its memory for nothing. */
async function openEngine<Job, Result>(options: EngineOptions<Job, Result>): Promise<Engine<Job, Result>> {
  const { databaseUrl } = options;
  if (databaseUrl === undefined) {
    const { openSqliteEngine } = await import('./sqlite/engine.ts');
    return openSqliteEngine(options);
  }
  const { openPostgresEngine } = await import('./postgres/engine.ts');
  return openPostgresEngine({ ...options, databaseUrl });
}
