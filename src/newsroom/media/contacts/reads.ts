/** The media database and the companies' lists, as they are read. */

import type { Selectable } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { cutPortions } from '../../../lib/portions.ts';
import { listHistories } from './history-reads.ts';
import type { Recipient } from './permission.ts';
import { readMediaRow } from './rows.ts';
import { isSeenBy, selectShared } from './seen-by-reads.ts';
import { findSuppressedMedia, selectSuppressedMedia } from './suppressed-reads.ts';
import type { MediaItemRow, MediaListRow } from './tables.ts';
import { type ContactHistory, type MediaItem, NO_HISTORY } from './types.ts';

/** Ids that are asked for at once: each database has a limit of its own. */
const ASKED_MAX = 500;

/** The media items of these ids that the company sees, by id. Along the primary key, a portion at a time. */
export async function readMedia(db: Db, companyId: string, ids: readonly number[]): Promise<Map<number, MediaItem>> {
  const media = new Map<number, MediaItem>();
  for (const portion of listPortions(ids)) {
    const rows = await db
      .selectFrom('media_items')
      .selectAll()
      .where('id', 'in', portion)
      .where(isSeenBy(companyId))
      .execute();
    for (const item of await addVectors(db, rows)) media.set(item.id, item);
  }
  return media;
}

async function addVectors(db: Db, rows: readonly Selectable<MediaItemRow>[]): Promise<MediaItem[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const vectors = await db.selectFrom('media_vectors').select('media_id').where('media_id', 'in', ids).execute();
  const embedded = new Set(vectors.map(({ media_id }) => media_id));
  return rows.map((row) => readMediaRow(row, embedded.has(row.id)));
}

/** Of each of these media what decides whether it may be written to, by id. */
export async function readRecipients(db: Db, ids: readonly number[]): Promise<Map<number, Recipient>> {
  const recipients = new Map<number, Recipient>();
  for (const portion of listPortions(ids)) {
    const rows = await db
      .selectFrom('media_items')
      .select(['id', 'email_norm', 'email_kind', 'accepts_pitches', 'refuses_ads', 'consent_basis'])
      .where('id', 'in', portion)
      .execute();
    for (const row of rows)
      recipients.set(row.id, {
        emailNorm: row.email_norm,
        emailKind: row.email_kind,
        acceptsPitches: row.accepts_pitches === 1,
        refusesAds: row.refuses_ads === 1,
        consentBasis: row.consent_basis,
      });
  }
  return recipients;
}

/** Contacts of the company with these media, by id; for the others see `NO_HISTORY`. */
export async function readHistories(
  db: Db,
  companyId: string,
  ids: readonly number[],
): Promise<Map<number, ContactHistory>> {
  const histories = new Map<number, ContactHistory>();
  for (const portion of listPortions(ids)) {
    for (const { mediaId, ...history } of await listHistories(db, companyId, portion)) histories.set(mediaId, history);
  }
  return histories;
}

const listPortions = (ids: readonly number[]): number[][] =>
  cutPortions(
    [...new Set(ids)].filter((id) => Number.isSafeInteger(id)),
    ASKED_MAX,
  );

export type StoredList = Selectable<MediaListRow> & {
  /** Address of the member who made it. */
  author: string | null;
  itemCount: number;
};

/** The same sentence for a list that there isn't and for one of another company. */
export const createListMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Media list not found' });

/** Undefined for a list of another company. */
export async function findList(db: Db, companyId: string, id: number): Promise<StoredList | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const list = await selectLists(db, companyId).where('media_lists.id', '=', id).executeTakeFirst();
  return list && { ...list, itemCount: await countMembers(db, id) };
}

export async function countMembers(db: Db, listId: number): Promise<number> {
  const query = db.selectFrom('media_list_members').select(countRows().as('count')).where('list_id', '=', listId);
  return (await query.executeTakeFirstOrThrow()).count;
}

const selectLists = (db: Db, companyId: string) =>
  db
    .selectFrom('media_lists')
    .leftJoin('users', 'users.id', 'media_lists.created_by')
    .selectAll('media_lists')
    .select('users.email as author')
    .where('media_lists.company_id', '=', companyId);

/** Lists of a company that are shown. */
export const LISTS_MAX = 500;

export interface CountedList {
  list: StoredList;
  deliverableCount: number;
}

/** The newest first. */
export const listLists = defineRead(
  'media.lists',
  async (
    { db, nowMs }: View,
    { companyId, isStrict }: { companyId: string; isStrict: boolean },
  ): Promise<CountedList[]> => {
    const rows = await selectLists(db, companyId).orderBy('media_lists.id', 'desc').limit(LISTS_MAX).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    const suppressed = selectSuppressedMedia(db, companyId, nowMs);
    const deliverable = await db
      .selectFrom('media_list_members')
      .innerJoin('media_items', 'media_items.id', 'media_list_members.media_id')
      .select(['list_id', countRows().as('count')])
      .where('list_id', 'in', ids)
      .where('email_norm', 'is not', null)
      .where('refuses_ads', '=', 0)
      .where('accepts_pitches', '=', 1)
      .where((is) =>
        isStrict
          ? is('consent_basis', '<>', 'none')
          : is.or([is('consent_basis', '<>', 'none'), is('email_kind', '<>', 'person')]),
      )
      .where('media_items.id', 'not in', suppressed)
      .groupBy('list_id')
      .execute();
    const all = await db
      .selectFrom('media_list_members')
      .select(['list_id', countRows().as('count')])
      .where('list_id', 'in', ids)
      .groupBy('list_id')
      .execute();
    const counts = new Map(all.map(({ list_id, count }) => [list_id, count]));
    const deliverables = new Map(deliverable.map(({ list_id, count }) => [list_id, count]));
    return rows.map((row) => ({
      list: { ...row, itemCount: counts.get(row.id) ?? 0 },
      deliverableCount: deliverables.get(row.id) ?? 0,
    }));
  },
);

/** A media item in the eyes of a company. */
export interface CompanyMedium {
  item: MediaItem;
  history: ContactHistory;
  /** It gets no mail of this company: see `findObstacle` for all that speaks against one. */
  isSuppressed: boolean;
}

/** The media items of these ids in the eyes of the company, by id: those that there are. */
export async function readCompanyMedia(
  view: View,
  companyId: string,
  ids: readonly number[],
): Promise<Map<number, CompanyMedium>> {
  const { db } = view;
  const media = await readMedia(db, companyId, ids);
  const histories = await readHistories(db, companyId, ids);
  const suppressed = await findSuppressedMedia(view, companyId, media);
  return new Map(
    [...media].map(([id, item]) => [
      id,
      { item, history: histories.get(id) ?? NO_HISTORY, isSuppressed: suppressed.has(id) },
    ]),
  );
}

/** The same for tools, in the order of the ids; those that there aren't are left out. */
export const listCompanyMedia = defineRead(
  'media.ofCompany',
  async (view: View, { companyId, ids }: { companyId: string; ids: readonly number[] }): Promise<CompanyMedium[]> => {
    const media = await readCompanyMedia(view, companyId, ids);
    return ids.flatMap((id) => media.get(id) ?? []);
  },
);

export interface ListMember {
  mediaId: number;
  /** Null: it was deleted from the media database. */
  medium: CompanyMedium | null;
}

export interface ListMembers {
  list: StoredList;
  /** In the order in which they were added. */
  members: ListMember[];
}

/** Everything on a list; undefined for a list that is not the company's. Call it through `database.read`. */
export const readListMembers = defineRead(
  'media.listMembers',
  async (
    view: View,
    { companyId, listId }: { companyId: string; listId: number },
  ): Promise<ListMembers | undefined> => {
    const { db } = view;
    const list = await findList(db, companyId, listId);
    if (!list) return undefined;
    const rows = await db
      .selectFrom('media_list_members')
      .select('media_id')
      .where('list_id', '=', listId)
      .orderBy('place')
      .execute();
    const ids = rows.map(({ media_id }) => media_id);
    const media = await readCompanyMedia(view, companyId, ids);
    return { list, members: ids.map((id) => ({ mediaId: id, medium: media.get(id) ?? null })) };
  },
);

/** The number of the last change of any media item. */
export async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('media_state').select('revision').where('id', '=', 1).executeTakeFirstOrThrow();
  return row.revision;
}

/** True if the operators have any media item. */
export const hasMedia = async (db: Db): Promise<boolean> =>
  (await selectShared(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** Whether any media item can be compared by meaning. */
export const hasVectors = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('media_vectors').select('media_id').limit(1).executeTakeFirst()) !== undefined;

/** Number of media, and of those that can be compared by meaning. */
export async function countMedia(db: Db): Promise<{ total: number; embedded: number }> {
  const media = await selectShared(db).select(countRows().as('count')).executeTakeFirstOrThrow();
  const vectors = await db.selectFrom('media_vectors').select(countRows().as('count')).executeTakeFirstOrThrow();
  return { total: media.count, embedded: vectors.count };
}
