/** Reads the outlets that a list would contain. */
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import { countMembers, findList } from './reads.ts';
import { isSeenBy } from './seen-by-reads.ts';

export interface Addition {
  companyId: string;
  listId: number;
  portions: readonly (readonly number[])[];
}

/** Number of media after the addition; 0 for another company's or an unknown list. */
export const countWithAddition = defineRead(
  'media.countWithAddition',
  async ({ db }, { companyId, listId, portions }: Addition): Promise<number> => {
    if (!(await findList(db, companyId, listId))) return 0;
    let count = await countMembers(db, listId);
    const members = db.selectFrom('media_list_members').select('media_id').where('list_id', '=', listId);
    for (const portion of portions) {
      const ids = portion.filter((id) => Number.isSafeInteger(id));
      if (ids.length === 0) continue;
      const media = db
        .selectFrom('media_items')
        .select(countRows().as('count'))
        .where('id', 'in', ids)
        .where(isSeenBy(companyId));
      count += (await media.where('id', 'not in', members).executeTakeFirstOrThrow()).count;
    }
    return count;
  },
);
