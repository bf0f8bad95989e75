/** Reads a company's own contacts, always of one company. */
import { defineRead } from '../../../database/define.ts';
import { countRows, hasTextInAnyCase } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { type CompanyMedium, readCompanyMedia } from '../contacts/reads.ts';

/** The same sentence for a contact of another company. */
export const createContactMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'Contact not found' });

export interface Contact extends CompanyMedium {
  /** In their order. */
  tags: string[];
}

interface ContactFilter {
  companyId: string;
  /** Part of name, outlet, address or notes. */
  text: string;
  tag: string | undefined;
}

export interface ContactQuery extends ContactFilter {
  /** From 1. */
  page: number;
  perPage: number;
}

function selectContacts(view: View, { companyId, text, tag }: ContactFilter) {
  const { db } = view;
  const own = db.selectFrom('media_items').where('company_id', '=', companyId);
  const tagged =
    tag === undefined
      ? own
      : own.where(
          'id',
          'in',
          db.selectFrom('contact_tags').select('media_id').where('company_id', '=', companyId).where('tag', '=', tag),
        );
  if (text === '') return tagged;
  return tagged.where((is) =>
    is.or(['name', 'publisher', 'email', 'notes'].map((column) => hasTextInAnyCase(view, column, text))),
  );
}

/** By name. */
export const listContacts = defineRead('contacts.list', async (view: View, query: ContactQuery) => {
  const { db } = view;
  const found = selectContacts(view, query);
  const { total } = await found.select(countRows().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select('id')
    .orderBy('name')
    .orderBy('id')
    .offset((query.page - 1) * query.perPage)
    .limit(query.perPage)
    .execute();
  const contacts = await readContacts(
    view,
    query.companyId,
    rows.map(({ id }) => id),
  );
  return { contacts, total, tags: await countTags(db, query.companyId) };
});

/** Tags of a company that are told. */
const TAGS_TOLD = 500;

/** The most frequent first. */
const countTags = (db: Db, companyId: string) =>
  db
    .selectFrom('contact_tags')
    .select(['tag', countRows().as('count')])
    .where('company_id', '=', companyId)
    .groupBy('tag')
    .orderBy('count', 'desc')
    .orderBy('tag')
    .limit(TAGS_TOLD)
    .execute();

async function readContacts(view: View, companyId: string, ids: readonly number[]): Promise<Contact[]> {
  const media = await readCompanyMedia(view, companyId, ids);
  const tags = await readTags(view.db, ids);
  return ids.flatMap((id) => {
    const medium = media.get(id);
    return medium?.item.isOwn ? [{ ...medium, tags: tags.get(id) ?? [] }] : [];
  });
}

async function readTags(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const tags = new Map<number, string[]>();
  if (ids.length === 0) return tags;
  const rows = await db
    .selectFrom('contact_tags')
    .select(['media_id', 'tag'])
    .where('media_id', 'in', ids)
    .orderBy('media_id')
    .orderBy('tag')
    .execute();
  for (const { media_id, tag } of rows) tags.set(media_id, [...(tags.get(media_id) ?? []), tag]);
  return tags;
}

/** Undefined for a contact of another company, and for an outlet of the operators. */
export const findContact = defineRead(
  'contacts.find',
  async (view: View, { companyId, id }: { companyId: string; id: number }): Promise<Contact | undefined> =>
    (await readContacts(view, companyId, [id]))[0],
);

/** Ids of the contacts with a tag, the oldest first; at most so many as a company has. */
export async function listTagged(db: Db, companyId: string, tag: string): Promise<number[]> {
  const tagged = db.selectFrom('contact_tags').select('media_id').where('company_id', '=', companyId);
  const rows = await tagged.where('tag', '=', tag).orderBy('media_id').execute();
  return rows.map(({ media_id }) => media_id);
}

/** Emails to a contact that are told. */
const MAILS_TOLD = 100;

/** Campaign emails of the company to the contact, the newest first. */
export const listContactMails = defineRead(
  'contacts.mails',
  ({ db }: View, { companyId, id }: { companyId: string; id: number }) =>
    db
      .selectFrom('mail_items')
      .innerJoin('campaigns', 'campaigns.id', 'mail_items.campaign_id')
      .select(['mail_items.id', 'campaign_id', 'campaigns.name', 'subject', 'mail_items.status', 'sent_at'])
      .select(['opened_at', 'clicked_at', 'replied_at', 'bounced_at', 'unsubscribed_at', 'placed_at'])
      .where('mail_items.media_id', '=', id)
      .where('mail_items.company_id', '=', companyId)
      .where('mail_items.kind', '=', 'campaign')
      .where('sent_at', 'is not', null)
      .orderBy('sent_at', 'desc')
      .limit(MAILS_TOLD)
      .execute(),
);
