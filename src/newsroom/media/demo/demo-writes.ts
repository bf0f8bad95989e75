/** The demonstration media in the database, and out of it. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { insertMedium, removeMedium } from '../contacts/media-writes.ts';
import { hasMedia } from '../contacts/reads.ts';
import type { MediumDetails } from '../contacts/types.ts';

/** Does nothing where there is a media item already. Says how many were loaded. */
export const loadDemoMedia = defineWrite(
  'media.loadDemo',
  async (tx: Tx, { media }: { media: readonly MediumDetails[] }): Promise<number> => {
    if (await hasMedia(tx.db)) return 0;
    for (const facts of media) await insertMedium(tx, facts, true);
    return media.length;
  },
);

const DEMO_MAX = 200;

/** The database was begun in development: nobody should write to invented media. */
export const removeDemoMedia = defineWrite('media.removeDemo', async (tx: Tx, _none: null): Promise<number> => {
  const query = tx.db.selectFrom('media_items').select('id').where('is_demo', '=', 1).orderBy('id').limit(DEMO_MAX);
  const rows = await query.execute();
  for (const { id } of rows) await removeMedium(tx, id);
  return rows.length;
});
