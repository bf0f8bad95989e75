/** Media from a file: a portion in each write, so that nothing else waits behind it. */
import { defineWrite } from '../../database/define.ts';
import { countRows } from '../../database/dialect.ts';
import type { Tx } from '../../database/types.ts';
import { parseMailAddress } from '../../kernel/mail-address.ts';
import { createReasonError } from '../../kernel/reasons.ts';
import { type AuditActor, audit } from '../../ledger/audit.ts';
import type { ImportEntry } from './import-entry.ts';
import { mergeEntry } from './import-merge.ts';
import { buildMediumKeys } from './keys.ts';
import { buildColumns, insertMedium, MEDIA_MAX, replaceMedium } from './media-writes.ts';
import { readMediaRow } from './rows.ts';

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

/** What became of each, in their order. `full`: there is no room for more. `missing`: no item has that number. */
export const importPortion = defineWrite(
  'media.importPortion',
  async (tx: Tx, entries: readonly ImportEntry[]): Promise<ImportEnd[]> => {
    const lease = tx.db.updateTable('media_imports').set({ lease_until: tx.nowMs + LEASE_MS });
    await lease.where('id', '=', 1).execute();
    const ends: ImportEnd[] = [];
    const media = tx.db.selectFrom('media_items').select(countRows().as('count'));
    let { count } = await media.executeTakeFirstOrThrow();
    for (const entry of entries) {
      const end = await importOne(tx, entry, count >= MEDIA_MAX);
      if (end === 'inserted') count++;
      ends.push(end);
    }
    return ends;
  },
);

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
  const items = db.selectFrom('media_items').selectAll().orderBy('id').limit(1);
  if (entry.media_id != null) return await items.where('id', '=', entry.media_id).executeTakeFirst();
  const { name, url = null, prefecture = null } = entry;
  const keys = buildMediumKeys({ name, url, prefecture });
  const norm = entry.email == null ? undefined : parseMailAddress(entry.email)?.norm;
  return (
    (keys.url_key === null ? undefined : await items.where('url_key', '=', keys.url_key).executeTakeFirst()) ??
    (await items.where('name_key', '=', keys.name_key).executeTakeFirst()) ??
    (norm === undefined ? undefined : await items.where('email_norm', '=', norm).executeTakeFirst())
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
