/** Media from a file: a portion in each write, so that nothing else waits behind it. */
import { defineWrite } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { type AuditActor, audit } from '../../../ledger/audit.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { buildMediumKeys, type MediumKeys } from '../contacts/keys.ts';
import { buildColumns, insertMedium, MEDIA_MAX, replaceMedium } from '../contacts/media-writes.ts';
import { readMediaRow } from '../contacts/rows.ts';
import { selectShared } from '../contacts/seen-by-reads.ts';
import type { ImportEntry } from './import-entry.ts';
import { mergeEntry } from './import-merge.ts';

const LEASE_MS = 120_000;

/** Nobody else imports until it ends. Throws `import_running`. */
export const beginImport = defineWrite('media.beginImport', async ({ db, nowMs }: Tx, _none: null): Promise<null> => {
  const { numUpdatedRows } = await db
    .updateTable('media_imports')
    .set({ lease_until: nowMs + LEASE_MS })
    .where((is) => is.or([is('lease_until', 'is', null), is('lease_until', '<=', nowMs)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw createReasonError('import_running');
  return null;
});

export type ImportEnd = 'inserted' | 'updated' | 'unchanged' | 'full' | 'missing';

export interface ImportedEntry {
  end: ImportEnd;
  /** Another medium has its address. */
  sharesAddress: boolean;
}

/**
 * Imports a portion and returns the outcome of each, in order. `full`: there is no room for more. `missing`: no medium
 * has that number.
 */
export const importPortion = defineWrite(
  'media.importPortion',
  async (tx: Tx, entries: readonly ImportEntry[]): Promise<ImportedEntry[]> => {
    const lease = tx.db.updateTable('media_imports').set({ lease_until: tx.nowMs + LEASE_MS });
    await lease.where('id', '=', 1).execute();
    const ends: ImportedEntry[] = [];
    const media = selectShared(tx.db).select(countRows().as('count'));
    let { count } = await media.executeTakeFirstOrThrow();
    for (const entry of entries) {
      const end = await importOne(tx, entry, count >= MEDIA_MAX);
      if (end === 'inserted') count++;
      ends.push({ end, sharesAddress: await sharesAddress(tx, entry) });
    }
    return ends;
  },
);

async function sharesAddress({ db }: Tx, { email }: ImportEntry): Promise<boolean> {
  const norm = email == null ? undefined : parseMailAddress(email)?.norm;
  if (norm === undefined) return false;
  const rows = selectShared(db).select('id').where('email_norm', '=', norm).limit(2);
  return (await rows.execute()).length > 1;
}

async function importOne(tx: Tx, entry: ImportEntry, isFull: boolean): Promise<ImportEnd> {
  const row = await findKnown(tx, entry);
  if (!row) {
    if (entry.media_id != null) return 'missing';
    if (isFull) return 'full';
    await insertMedium(tx, mergeEntry(entry, null));
    return 'inserted';
  }
  const facts = mergeEntry(entry, readMediaRow(row, false));
  const isSame = Object.entries(buildColumns(facts)).every(([column, value]) => Reflect.get(row, column) === value);
  if (isSame) return 'unchanged';
  await replaceMedium(tx, row.id, facts);
  return 'updated';
}

/** By its number, else by its page, else by name and place, else by its address. */
async function findKnown({ db }: Tx, entry: ImportEntry) {
  const items = selectShared(db).selectAll().orderBy('id').limit(1);
  if (entry.media_id != null) return await items.where('id', '=', entry.media_id).executeTakeFirst();
  const { name, url = null, prefecture = null } = entry;
  const keys = buildMediumKeys({ name, url, prefecture });
  const norm = entry.email == null ? undefined : parseMailAddress(entry.email)?.norm;
  return (
    (keys.url_key === null ? undefined : await items.where('url_key', '=', keys.url_key).executeTakeFirst()) ??
    (await items.where('name_key', '=', keys.name_key).executeTakeFirst()) ??
    (norm === undefined ? undefined : await findByAddress(db, norm, keys))
  );
}

const SHARED_MAX = 100;

/** Several media may share an address: it tells one again only under its name, and not beside another site. */
async function findByAddress(db: Tx['db'], norm: string, { url_key, name_key }: MediumKeys) {
  const sharing = selectShared(db).selectAll().where('email_norm', '=', norm).orderBy('id');
  const [name] = name_key.split('\n');
  return (await sharing.limit(SHARED_MAX).execute()).find(
    (row) => row.name_key.split('\n')[0] === name && (row.url_key === null || url_key === null),
  );
}

export interface ImportCounts {
  total: number;
  inserted: number;
  updated: number;
  unchanged: number;
  skipped: number;
}

/** `counts`: null when it broke off. */
export const endImport = defineWrite(
  'media.endImport',
  async (
    tx: Tx,
    { counts, path, ...who }: AuditActor & { counts: ImportCounts | null; path: string },
  ): Promise<null> => {
    const result = counts === null ? {} : { ended_at: tx.nowMs, result: JSON.stringify(counts) };
    const row = tx.db.updateTable('media_imports').set({ lease_until: null, ...result });
    await row.where('id', '=', 1).execute();
    await audit(tx, { ...who, action: 'media.import', subject: path, details: { ...counts } });
    return null;
  },
);
