/** Durable changes of a company's lists of media. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineEvent, defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { countMembers, createListMissingError, findList, LISTS_MAX, type StoredList } from './reads.ts';
import { isSeenBy } from './seen-by-reads.ts';

export interface NewList {
  companyId: string;
  name: string;
  userId: number | null;
}

/** Throws `plan_limit` for a company that has as many as are shown. */
export const createList = defineWrite(
  'media.createList',
  (tx: Tx, { list, claim }: { list: NewList; claim?: WriteClaim | undefined }): Promise<FinishedWrite<StoredList>> =>
    writeOnce(tx, claim, () => insertList(tx, list)),
);

async function insertList({ db, nowMs }: Tx, { companyId, name, userId }: NewList): Promise<StoredList> {
  const others = db.selectFrom('media_lists').select('id').where('company_id', '=', companyId).orderBy('id');
  if (
    await others
      .offset(LISTS_MAX - 1)
      .limit(1)
      .executeTakeFirst()
  ) {
    throw createReasonError('plan_limit', { message: `A company has at most ${LISTS_MAX} lists` });
  }
  const { id } = await db
    .insertInto('media_lists')
    .values({ company_id: companyId, name, created_by: userId, created_at: nowMs, updated_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  const list = await findList(db, companyId, id);
  if (!list) throw createListMissingError();
  return list;
}

/** Told before a list goes: whoever needs it throws. */
export const listRemoval = defineEvent<{ companyId: string; listId: number }>('media.listRemoval');

/** Throws NOT_FOUND, and what followers of `listRemoval` throw. */
export const deleteList = defineWrite(
  'media.deleteList',
  async (tx: Tx, { companyId, listId }: { companyId: string; listId: number }): Promise<void> => {
    await lockList(tx, companyId, listId);
    await tx.tell(listRemoval, { companyId, listId });
    await tx.db.deleteFrom('media_list_members').where('list_id', '=', listId).execute();
    await tx.db.deleteFrom('media_lists').where('id', '=', listId).execute();
  },
);

export interface ListChange {
  companyId: string;
  listId: number;
  /** At most `PORTION_MAX`, each once. */
  mediaIds: readonly number[];
}

/** A list is read as a whole. */
export const MEMBERS_MAX = 2_000;
/** Ids of one write: a list of thousands is changed in portions. */
export const PORTION_MAX = 500;

export const createListFullError = () =>
  createReasonError('too_many_media', { message: `A list can hold at most ${MEMBERS_MAX} media` });

export interface AddedItems {
  added: number;
  already: number;
  missing: number[];
  itemCount: number;
}

/** Throws NOT_FOUND, and `too_many_media` for more than a list holds. */
export const addListItems = defineWrite(
  'media.addListItems',
  async (tx: Tx, { companyId, listId, mediaIds }: ListChange): Promise<AddedItems> => {
    const { db, nowMs } = tx;
    await lockList(tx, companyId, listId);
    const existing = await listKnown(tx, companyId, mediaIds);
    const missing = mediaIds.filter((id) => !existing.has(id));
    const members = await listMembers(tx, listId, mediaIds);
    const fresh = mediaIds.filter((id) => existing.has(id) && !members.has(id));
    const last = await db
      .selectFrom('media_list_members')
      .select('place')
      .where('list_id', '=', listId)
      .orderBy('place', 'desc')
      .limit(1)
      .executeTakeFirst();
    const place = (last?.place ?? 0) + 1;
    if ((await countMembers(db, listId)) + fresh.length > MEMBERS_MAX) throw createListFullError();
    const rows = fresh.map((id, at) => ({ list_id: listId, media_id: id, place: place + at, added_at: nowMs }));
    if (rows.length > 0) {
      await db.insertInto('media_list_members').values(rows).execute();
      await touchList(tx, listId);
    }
    const already = mediaIds.length - missing.length - fresh.length;
    return { added: fresh.length, already, missing, itemCount: await countMembers(db, listId) };
  },
);

export interface RemovedItems {
  removed: number;
  itemCount: number;
}

/** Throws NOT_FOUND. */
export const removeListItems = defineWrite(
  'media.removeListItems',
  async (tx: Tx, { companyId, listId, mediaIds }: ListChange): Promise<RemovedItems> => {
    const { db } = tx;
    await lockList(tx, companyId, listId);
    const members = [...(await listMembers(tx, listId, mediaIds))];
    if (members.length > 0) {
      const rows = db.deleteFrom('media_list_members').where('list_id', '=', listId);
      await rows.where('media_id', 'in', members).execute();
      await touchList(tx, listId);
    }
    return { removed: members.length, itemCount: await countMembers(db, listId) };
  },
);

async function lockList(tx: Tx, companyId: string, listId: number): Promise<void> {
  const query = tx.db
    .selectFrom('media_lists')
    .select('id')
    .where('id', '=', listId)
    .where('company_id', '=', companyId);
  if (!Number.isSafeInteger(listId) || !(await lockRows(tx, query).executeTakeFirst())) throw createListMissingError();
}

const touchList = ({ db, nowMs }: Tx, listId: number) =>
  db.updateTable('media_lists').set({ updated_at: nowMs }).where('id', '=', listId).execute();

async function listKnown({ db }: Tx, companyId: string, mediaIds: readonly number[]): Promise<Set<number>> {
  const ids = mediaIds.filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return new Set();
  const media = db.selectFrom('media_items').select('id').where('id', 'in', ids);
  const rows = await media.where(isSeenBy(companyId)).execute();
  return new Set(rows.map(({ id }) => id));
}

async function listMembers({ db }: Tx, listId: number, mediaIds: readonly number[]): Promise<Set<number>> {
  const ids = mediaIds.filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return new Set();
  const query = db.selectFrom('media_list_members').select('media_id').where('list_id', '=', listId);
  const rows = await query.where('media_id', 'in', ids).execute();
  return new Set(rows.map(({ media_id }) => media_id));
}
