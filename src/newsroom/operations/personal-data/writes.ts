/** Erases the data about an address, and keeps its hash where email is forbidden. Rules: newsroom.md §10.3. */
import { sql } from 'kysely';
import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { type AuditActor, audit } from '../../../ledger/audit.ts';
import { lockLane, settleLane } from '../../mailing/queue/lane-writes.ts';
import type { MailItem } from '../../mailing/queue/reads.ts';
import { UNDER_WAY } from '../../mailing/queue/types.ts';
import { requireSalt } from '../../mailing/state-writes.ts';
import { suppressAddress } from '../../mailing/suppression-writes.ts';
import { raiseRevision, removeMedium } from '../../media/contacts/media-writes.ts';
import { hashAddress } from '../../suppression-list/reads.ts';
import { listAudit, listCompanies, selectArticles, selectMedia } from './reads.ts';
import { type ErasedRows, type KeptRecord, type Person, writeErasedAddress } from './types.ts';

export interface PersonalDataAct extends AuditActor {
  person: Person;
}

export const notePersonalDataRead = defineWrite(
  'personalData.noteRead',
  async (tx: Tx, { person, ...who }: PersonalDataAct): Promise<null> => {
    const subject = hashAddress(await requireSalt(tx), person.norm);
    await audit(tx, { ...who, action: 'personal-data.read', subject, details: {} });
    return null;
  },
);

export interface ErasedPerson {
  /** What is left of the address. */
  hash: string;
  erased: Omit<ErasedRows, 'mails' | 'bounces' | 'events'>;
  kept: KeptRecord[];
}

/** All but the mails, which `eraseMails` does: from the commit on nothing is sent there any more. */
export const erasePerson = defineWrite(
  'personalData.erase',
  async (tx: Tx, { person, ...who }: PersonalDataAct): Promise<ErasedPerson> => {
    const { db } = tx;
    const { norm } = person;
    const hash = hashAddress(await requireSalt(tx), norm);
    const media_items = await eraseMedia(tx, norm);
    await suppressAddress.run(tx, { companyId: null, norm, reason: 'refused', mailId: null });
    const row = await db
      .updateTable('suppressions')
      .set({ address_norm: null })
      .where('address_hash', '=', hash)
      .where('address_norm', 'is not', null)
      .executeTakeFirst();
    const articles = await eraseArticles(tx, person);
    const open = await db.deleteFrom('invitations').where('email_norm', '=', norm).executeTakeFirst();
    const { users, kept } = await eraseUser(tx, norm);
    const erased = {
      media_items,
      suppressions: Number(row.numUpdatedRows),
      articles,
      invitations: Number(open.numDeletedRows),
      users,
    };
    for (const { name } of await listCompanies(db, person))
      kept.push({ what: 'company', reason: `${name} uses it as its sender or reply-to address` });
    if ((await listAudit(db, norm)).length > 0)
      kept.push({ what: 'audit', reason: 'Actions of operators are kept unchanged in the audit log' });
    await audit(tx, { ...who, action: 'personal-data.erase', subject: hash, details: erased });
    return { hash, erased, kept };
  },
);

/** The item of a person goes; a desk stays without the person. Pitches that were noted for it go with either. */
async function eraseMedia(tx: Tx, norm: string): Promise<number> {
  const { db, nowMs } = tx;
  const media = await selectMedia(db, norm).select(['id', 'email_kind']).orderBy('id').execute();
  for (const { id, email_kind } of media) {
    await db.deleteFrom('pitch_log').where('media_id', '=', id).execute();
    if (email_kind === 'person') {
      await removeMedium(tx, id);
      continue;
    }
    await db.deleteFrom('contact_tags').where('media_id', '=', id).execute();
    await db
      .updateTable('media_items')
      .set({ ...noContact, revision: await raiseRevision(tx), updated_at: nowMs })
      .where('id', '=', id)
      .execute();
  }
  await db.deleteFrom('consent_proofs').where('email_norm', '=', norm).execute();
  return media.length;
}

const noContact = {
  email: null,
  email_norm: null,
  email_kind: null,
  contact_name: null,
  contact_role: null,
  consent_basis: 'none',
  consent_source_url: null,
  consent_at: null,
  consent_evidence: null,
  notes: null,
} as const;

async function eraseArticles({ db }: Tx, person: Person): Promise<number> {
  const ids = (await selectArticles(db, person).select('id').execute()).map(({ id }) => id);
  for (const id of ids) await db.updateTable('articles').set(noArticleContact).where('id', '=', id).execute();
  return ids.length;
}

const noArticleContact = {
  contact_email: null,
  contact_basis: 'none',
  contact_basis_url: null,
  contact_basis_at: null,
} as const;

/** Whoever is of a company is needed there: they are removed from it first. */
async function eraseUser(tx: Tx, norm: string): Promise<{ users: number; kept: KeptRecord[] }> {
  const { db, nowMs } = tx;
  const query = db.selectFrom('users').select(['id', 'is_operator']).where('email_norm', '=', norm);
  const user = await lockRows(tx, query).executeTakeFirst();
  if (!user) return { users: 0, kept: [] };
  const member = db.selectFrom('memberships').select('company_id').where('user_id', '=', user.id).limit(1);
  if (user.is_operator === 1 || (await member.executeTakeFirst())) {
    const reason =
      user.is_operator === 1
        ? 'An operator: remove their permissions first'
        : 'Member of a company: remove them there first';
    return { users: 0, kept: [{ what: 'user', reason }] };
  }
  const email = writeErasedAddress('user', user.id);
  await db.updateTable('users').set({ email, email_norm: email, name: '' }).where('id', '=', user.id).execute();
  const open = db.updateTable('sessions').set({ ended_at: nowMs }).where('user_id', '=', user.id);
  await open.where('ended_at', 'is', null).execute();
  return { users: 1, kept: [] };
}

/** Mails of one write. */
const PORTION = 50;

/** Fields that name an email's files in the outbox. */
export type ErasedMail = Pick<MailItem, 'id' | 'kind' | 'attempts' | 'message_id' | 'created_at'>;

export interface ErasedMails {
  mails: ErasedMail[];
  bounces: number;
  events: number;
}

/** A portion of the mails to the address, all of one line; none: nothing is left of them. What waits is cancelled. */
export const eraseMails = defineWrite(
  'personalData.eraseMails',
  async (tx: Tx, { norm }: { norm: string }): Promise<ErasedMails> => {
    const { db } = tx;
    const first = db.selectFrom('mail_items').select('lane').where('address_norm', '=', norm).orderBy('id').limit(1);
    const row = await first.executeTakeFirst();
    if (!row) return { mails: [], bounces: 0, events: 0 };
    const lane = await lockLane(tx, row.lane);
    const own = db.selectFrom('mail_items').selectAll().where('address_norm', '=', norm).where('lane', '=', row.lane);
    const mails = await lockRows(tx, own.orderBy('id').limit(PORTION)).execute();
    for (const mail of mails) await eraseMail(tx, mail);
    const ids = mails.map(({ id }) => id);
    const bounces = await db
      .updateTable('bounces')
      .set({ diagnostic: null, subject: null, excerpt: null })
      .where('mail_id', 'in', ids)
      .executeTakeFirst();
    const events = await db
      .updateTable('mail_events')
      .set({ ip_prefix: null, ua: '' })
      .where('email_id', 'in', ids)
      .executeTakeFirst();
    if (lane) await settleLane(tx, lane);
    return {
      mails: mails.map(({ id, kind, attempts, message_id, created_at }) => ({
        ...{ id, kind, attempts, message_id, created_at },
      })),
      bounces: Number(bounces.numUpdatedRows),
      events: Number(events.numUpdatedRows),
    };
  },
);

/** A mail that is being sent at this moment finishes; no other try follows. */
async function eraseMail({ db, nowMs }: Tx, { id, status }: MailItem): Promise<void> {
  const address = writeErasedAddress('mail', id);
  const waits = status === 'draft' || (status !== 'sending' && UNDER_WAY.some((one) => one === status));
  const end = waits
    ? ({ status: 'cancelled', reason: 'erased', next_attempt_at: null, claim_token: null } as const)
    : {};
  await db
    .updateTable('mail_items')
    .set({
      ...end,
      recipient: '',
      address,
      address_norm: address,
      domain: sql<string>`'erased.invalid'`,
      subject: '',
      body: '',
      body_html: null,
      smtp_text: null,
      last_error: null,
      placement_url: null,
      erased_at: nowMs,
      updated_at: nowMs,
    })
    .where('id', '=', id)
    .execute();
}
