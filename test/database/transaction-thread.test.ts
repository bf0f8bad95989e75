import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratePostgres } from '../../src/database/migrate.ts';
import { connectPostgres } from '../../src/database/postgres/open.ts';
import { TransactionThread } from '../../src/database/postgres/thread.ts';
import { registerInstance } from '../../src/ledger/instance-writes.ts';
import { type FreshDatabase, freshDatabase } from '../harness/databases.ts';

let database: FreshDatabase;
let url: string;
const errors: string[] = [];
const note = (_: object, message: string): void => void errors.push(message);
const log = { debug: note, info: note, warn: note, error: note };
const open = (): TransactionThread => new TransactionThread({ url, clockOffsetMs: 0, shard: 0 }, log);
const register = (owner: string) => ({ kind: 'write', name: registerInstance.name, input: { owner } }) as const;

beforeAll(async () => {
  database = await freshDatabase('postgres');
  url = database.url ?? '';
  const client = await connectPostgres({ url, name: 'test' }, () => {});
  await migratePostgres(client);
  await client.end();
});
afterAll(() => database.drop());

it('tells the waiting when the thread ends, and starts another for who comes next', async () => {
  const thread = open();
  process.once('worker', (worker: Worker) => void worker.terminate());
  await expect(thread.run(register('in_1'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(errors).toEqual(['write thread exited, restarting with the next write']);
  await thread.run(register('in_2'));
  await thread.stop();
  expect(errors).toHaveLength(1);
});

it('ends after what was sent before, and takes nothing more', async () => {
  const thread = open();
  const sent = ['in_3', 'in_4', 'in_5'].map((owner) => thread.run(register(owner)));
  await thread.stop();
  await Promise.all(sent);
  await expect(thread.run(register('in_6'))).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
});

it('fails what there is not, and what cannot cross to it, alone', async () => {
  const thread = open();
  await expect(thread.run({ kind: 'write', name: 'no.such', input: {} })).rejects.toMatchObject({ code: 'INTERNAL' });
  await expect(thread.run({ kind: 'read', name: 'no.such', input: () => 1 })).rejects.toThrow();
  expect(thread.size).toBe(0);
  await thread.run(register('in_7'));
  await thread.stop();
});
