/** Registers the instances that may own open calls. */
import { defineEvent, defineWrite } from '../database/define.ts';
import type { Tx } from '../database/types.ts';

/** Notes an instance, so that its calls are found when it dies. */
export const registerInstance = defineWrite(
  'maintenance.registerInstance',
  async ({ db, nowMs }: Tx, { owner }: { owner: string }): Promise<null> => {
    await db.insertInto('instances').values({ owner, started_at: nowMs }).execute();
    return null;
  },
);

export const forgetInstance = defineWrite(
  'maintenance.forgetInstance',
  async ({ db }: Tx, { owner }: { owner: string }): Promise<null> => {
    await db.deleteFrom('instances').where('owner', '=', owner).execute();
    return null;
  },
);

/** An instance is proved dead: what it held is given back by whoever follows this. It may be told more than once. */
export const instanceDied = defineEvent<{ owner: string }>('instance.died');

export const announceDeadInstance = defineWrite(
  'maintenance.announceDeadInstance',
  async ({ tell }: Tx, { owner }: { owner: string }): Promise<null> => {
    await tell(instanceDied, { owner });
    return null;
  },
);
