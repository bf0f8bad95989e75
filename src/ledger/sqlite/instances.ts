/** Live instances on SQLite: only this process, which holds the folder's lock. */
import { createTimeOrderedId } from '../../lib/ids.ts';
import type { Instances, LedgerDatabase } from '../engine.ts';
import { forgetInstance, registerInstance } from '../instance-writes.ts';

export async function openSqliteInstances(database: LedgerDatabase): Promise<Instances> {
  const owner = createTimeOrderedId('in_');
  await database.write(registerInstance, { owner });
  const others = database.prepare<[string], { owner: string }>('SELECT owner FROM instances WHERE owner <> ?');
  return {
    findOwner: () => owner,
    // We hold the folder's lock: whoever else is noted here has ended.
    async forEachDeadOwner(sweep) {
      for (const other of await others(owner)) {
        await sweep(other.owner);
        await database.write(forgetInstance, { owner: other.owner });
      }
    },
    stop: async () => {},
  };
}
