/** Durable changes of a company's own contacts. They are in no shared search, so copies of the media database don't learn of them. */
import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../database/define.ts';
import { countRows, lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { buildColumns } from '../contacts/media-writes.ts';
import { keepProof } from '../contacts/proof-writes.ts';
import { readMediaRow } from '../contacts/rows.ts';
import { CONSENT_BASES, type MediumDetails } from '../contacts/types.ts';
import { createContactMissingError } from './reads.ts';
import { CONTACTS_MAX, type ContactChanges, describeContact, listTags, TAGS_MAX } from './types.ts';

export interface NewContact {
  companyId: string;
  changes: ContactChanges;
}

/** Throws `plan_limit` and `duplicate_address`. Returns the contact's number. */
export const createContact = defineWrite(
  'contacts.create',
  (
    tx: Tx,
    { contact, claim }: { contact: NewContact; claim?: WriteClaim | undefined },
  ): Promise<FinishedWrite<number>> =>
    writeOnce(tx, claim, async () => {
      const { companyId, changes } = contact;
      await lockCompany(tx, companyId);
      if ((await countContacts(tx, companyId)) >= CONTACTS_MAX) throw createFullError();
      return await insertContact(tx, companyId, changes);
    }),
);

const createFullError = () =>
  createReasonError('plan_limit', { message: `A company has at most ${CONTACTS_MAX} contacts` });

export interface ContactUpdate extends NewContact {
  id: number;
}

/** Throws NOT_FOUND and `duplicate_address`. */
export const updateContact = defineWrite(
  'contacts.update',
  async (tx: Tx, { companyId, id, changes }: ContactUpdate): Promise<null> => {
    await lockCompany(tx, companyId);
    await replaceContact(tx, await requireContact(tx, companyId, id), changes);
    return null;
  },
);

/** Lists go on naming it as missing, and campaigns keep their emails. Throws NOT_FOUND. */
export const deleteContact = defineWrite(
  'contacts.delete',
  async (tx: Tx, { companyId, id }: { companyId: string; id: number }): Promise<null> => {
    await requireContact(tx, companyId, id);
    await keepProof(tx, id, null);
    await tx.db.deleteFrom('contact_tags').where('media_id', '=', id).execute();
    await tx.db.deleteFrom('media_items').where('id', '=', id).execute();
    return null;
  },
);

export interface ContactImport {
  companyId: string;
  rows: readonly ContactChanges[];
  /** Of a contact that is there already. */
  duplicates: 'skip' | 'update';
  /** Tells what would happen, and changes nothing. */
  isPreview: boolean;
  /** Contacts that a preview has counted as added before this portion. */
  addedBefore: number;
}

export type ImportOutcome = 'added' | 'updated' | 'skipped' | 'full';

/** A portion of a file, in its order. A contact is known again by its address, without one by name and outlet. */
export const importContacts = defineWrite(
  'contacts.import',
  async (tx: Tx, { companyId, rows, duplicates, isPreview, addedBefore }: ContactImport): Promise<ImportOutcome[]> => {
    await lockCompany(tx, companyId);
    let count = (await countContacts(tx, companyId)) + (isPreview ? addedBefore : 0);
    const outcomes: ImportOutcome[] = [];
    for (const changes of rows) {
      const known = await findKnown(tx, companyId, changes);
      if (known && duplicates === 'skip') outcomes.push('skipped');
      else if (known) {
        if (!isPreview) await replaceContact(tx, known, strengthen(changes, known));
        outcomes.push('updated');
      } else if (count >= CONTACTS_MAX) outcomes.push('full');
      else {
        if (!isPreview) await insertContact(tx, companyId, changes);
        count++;
        outcomes.push('added');
      }
    }
    return outcomes;
  },
);

type StoredContact = MediumDetails & { id: number; companyId: string; tags: readonly string[]; notes: string | null };

/** Tags are added; an import weakens no basis of consent and lifts no refusal. */
function strengthen(changes: ContactChanges, known: StoredContact): ContactChanges {
  const rank = (basis: MediumDetails['consentBasis'] | undefined): number => CONSENT_BASES.indexOf(basis ?? 'none');
  const { consentBasis, consentSourceUrl, consentAt, consentEvidence, ...facts } = changes;
  const isStronger = rank(consentBasis) > rank(known.consentBasis);
  return {
    ...facts,
    ...(isStronger ? { consentBasis, consentSourceUrl, consentAt, consentEvidence } : {}),
    tags: [...known.tags, ...(changes.tags ?? [])].slice(0, TAGS_MAX),
    refusesEmail: known.refusesAds || changes.refusesEmail === true,
  };
}

/** Two writes never add the same address, or one contact too many. */
const lockCompany = (tx: Tx, companyId: string) =>
  lockRows(tx, tx.db.selectFrom('companies').select('id').where('id', '=', companyId)).executeTakeFirst();

async function countContacts({ db }: Tx, companyId: string): Promise<number> {
  const own = db.selectFrom('media_items').select(countRows().as('count')).where('company_id', '=', companyId);
  return (await own.executeTakeFirstOrThrow()).count;
}

const selectOwn = ({ db }: Tx, companyId: string) =>
  db.selectFrom('media_items').selectAll().where('company_id', '=', companyId);

type ContactRow = Awaited<ReturnType<ReturnType<typeof selectOwn>['executeTakeFirstOrThrow']>>;

async function readContact({ db }: Tx, row: ContactRow): Promise<StoredContact> {
  const tags = await db
    .selectFrom('contact_tags')
    .select('tag')
    .where('media_id', '=', row.id)
    .orderBy('tag')
    .execute();
  return { ...readMediaRow(row, false), companyId: row.company_id ?? '', tags: tags.map(({ tag }) => tag) };
}

async function requireContact(tx: Tx, companyId: string, id: number): Promise<StoredContact> {
  const row = Number.isSafeInteger(id)
    ? await lockRows(tx, selectOwn(tx, companyId).where('id', '=', id)).executeTakeFirst()
    : undefined;
  if (!row) throw createContactMissingError();
  return await readContact(tx, row);
}

async function findKnown(tx: Tx, companyId: string, changes: ContactChanges): Promise<StoredContact | undefined> {
  const { email_norm, name_key, publisher } = buildColumns(describeContact(changes, null));
  const own = selectOwn(tx, companyId).orderBy('id').limit(1);
  const row =
    email_norm === null
      ? await own
          .where('email_norm', 'is', null)
          .where('name_key', '=', name_key)
          .where('publisher', publisher === null ? 'is' : '=', publisher)
          .executeTakeFirst()
      : await own.where('email_norm', '=', email_norm).executeTakeFirst();
  return row && (await readContact(tx, row));
}

async function insertContact(tx: Tx, companyId: string, changes: ContactChanges): Promise<number> {
  const columns = buildColumns(describeContact(changes, null));
  await refuseSharedAddress(tx, companyId, columns.email_norm, null);
  const own = { company_id: companyId, notes: changes.notes ?? null, revision: 0, is_demo: 0 as const };
  const { id } = await tx.db
    .insertInto('media_items')
    .values({ ...columns, ...own, created_at: tx.nowMs, updated_at: tx.nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setTags(tx, companyId, id, changes.tags ?? []);
  return id;
}

async function replaceContact(tx: Tx, before: StoredContact, changes: ContactChanges): Promise<void> {
  const { id, companyId } = before;
  const columns = buildColumns(describeContact(changes, before));
  await refuseSharedAddress(tx, companyId, columns.email_norm, id);
  await keepProof(tx, id, columns);
  const notes = changes.notes === undefined ? before.notes : changes.notes;
  await tx.db
    .updateTable('media_items')
    .set({ ...columns, notes, updated_at: tx.nowMs })
    .where('id', '=', id)
    .execute();
  if (changes.tags !== undefined) await setTags(tx, companyId, id, changes.tags);
}

async function refuseSharedAddress(tx: Tx, companyId: string, norm: string | null, id: number | null): Promise<void> {
  if (norm === null) return;
  const other = await selectOwn(tx, companyId).where('email_norm', '=', norm).executeTakeFirst();
  if (!other || other.id === id) return;
  throw createReasonError('duplicate_address', {
    message: 'Another contact of your company has this address',
    details: { contact_id: other.id },
  });
}

async function setTags({ db }: Tx, companyId: string, id: number, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('contact_tags').where('media_id', '=', id).execute();
  const rows = listTags(tags).map((tag) => ({ company_id: companyId, tag, media_id: id }));
  if (rows.length > 0) await db.insertInto('contact_tags').values(rows).execute();
}
