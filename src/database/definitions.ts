/** Collects the features' declarations by folder, without a list of names. */
import { importFile, listFiles } from '../lib/import-file.ts';
import type { FollowerDefinition, Migration, PurgeDefinition, ReadDefinition, WriteDefinition } from './types.ts';

const SRC = new URL('../', import.meta.url);
/** Sources are read as sources, compiled files as compiled ones. */
const EXTENSION = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

type AnyWrite = WriteDefinition<unknown, unknown>;
type AnyFollower = FollowerDefinition<unknown>;
type AnyRead = ReadDefinition<unknown, unknown>;

export interface Writes {
  byName: ReadonlyMap<string, AnyWrite>;
  purges: readonly PurgeDefinition[];
  followers: readonly AnyFollower[];
}

/** Loads the exports of `writes.ts` and `…-writes.ts` anywhere below `src`. */
export async function loadWrites(folder: URL = SRC): Promise<Writes> {
  const values = await importAll('writes', folder);
  return {
    byName: nameUniquely(values.filter(isWrite)),
    purges: values.filter(isPurge),
    followers: values.filter(isFollower),
  };
}

/** Loads the exports of `reads.ts` and `…-reads.ts`. */
export async function loadReads(folder: URL = SRC): Promise<ReadonlyMap<string, AnyRead>> {
  return nameUniquely((await importAll('reads', folder)).filter(isRead));
}

/** Loads the exports of `schema.ts` and `migration-….ts`, sorted by number. Throws if two have the same number. */
export async function loadMigrations(folder: URL = SRC): Promise<readonly Migration[]> {
  const steps = (await importAll('migration', folder)).filter(isMigration).sort((a, b) => a.version - b.version);
  for (const [index, { version, name }] of steps.entries()) {
    const next = steps[index + 1];
    if (next?.version === version) throw new Error(`Two migrations have the number ${version}: ${name}, ${next.name}.`);
  }
  return steps;
}

const FILES = { writes: /(^|-)writes$/, reads: /(^|-)reads$/, migration: /^(schema$|migration-)/ };

const importAll = (kind: keyof typeof FILES, folder: URL): Promise<unknown[]> => importDefinitions(FILES[kind], folder);

/** Exports of files whose names (without extension) match, anywhere below the folder (default `src`). */
export async function importDefinitions(names: RegExp, folder: URL = SRC): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const path of folder === SRC ? listOwnFiles() : listFiles(folder)) {
    const [, name = '', extension] = /([^/]+?)\.([a-z]+)$/.exec(path) ?? [];
    if (extension !== EXTENSION || !names.test(name)) continue;
    const module: Record<string, unknown> = await importFile(new URL(path, folder).href);
    values.push(...Object.values(module));
  }
  return values;
}

let ownFiles: readonly string[] | undefined;

function listOwnFiles(): readonly string[] {
  ownFiles ??= listFiles(SRC);
  return ownFiles;
}

function nameUniquely<Definition extends { name: string }>(
  definitions: readonly Definition[],
): Map<string, Definition> {
  const byName = new Map<string, Definition>();
  for (const definition of definitions) {
    const { name } = definition;
    const existing = byName.get(name);
    if (existing !== undefined && existing !== definition) throw new Error(`Two definitions are named ${name}.`);
    byName.set(name, definition);
  }
  return byName;
}

const isOfKind = (value: unknown, kind: string): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;
const isWrite = (value: unknown): value is AnyWrite => isOfKind(value, 'write');
const isRead = (value: unknown): value is AnyRead => isOfKind(value, 'read');
const isPurge = (value: unknown): value is PurgeDefinition => isOfKind(value, 'purge');
const isFollower = (value: unknown): value is AnyFollower => isOfKind(value, 'follower');
const isMigration = (value: unknown): value is Migration =>
  typeof value === 'object' && value !== null && 'version' in value && 'sqlite' in value && 'postgres' in value;
