/** Part `move`: from the embedded database to PostgreSQL, with a million rows and both ledgers verified. */
import { join } from 'node:path';
import { freshDatabase } from '../harness/databases.ts';
import { runProgram } from '../harness/operator.ts';
import { serverEnv } from '../harness/server-env.ts';
import { judge, print } from './measure.ts';
import { seedBooks } from './seed.ts';

const SEEDED = { accounts: 50_000, calls: 350_000 };
const MOVE_S_MAX = 60;
const MOVE_MS_MAX = 600_000;

export async function benchMove(): Promise<void> {
  print('\nfarebox move postgres');
  const embedded = await freshDatabase('sqlite');
  const shared = await freshDatabase('postgres', { empty: true });
  const dataDir = join(embedded.dataDir, 'data');
  try {
    await seedBooks({ dataDir, ...SEEDED });
    const env = { ...serverEnv(shared), DATA_DIR: dataDir };
    const { output } = await runProgram(env, ['move', 'postgres'], MOVE_MS_MAX);
    const [, rows, seconds] = /Moved (\d+) rows .* in ([\d.]+) s/.exec(output) ?? [];
    if (rows === undefined) throw new Error(`The move failed: ${output}`);
    judge('seconds for a million rows', (Number(seconds) * 1_000_000) / Number(rows), MOVE_S_MAX, 'at most', ' s');
  } finally {
    await shared.drop();
    await embedded.drop();
  }
}
