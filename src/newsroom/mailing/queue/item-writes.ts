/** Changes that people make to one email: its draft, its unknown delivery status, its reply or coverage. */
import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import { parseMailAddress, readDomain } from '../../../lib/mail-address.ts';
import { findObstacle } from '../../media/contacts/permission.ts';
import { readRecipients } from '../../media/contacts/reads.ts';
import { isSeenBy } from '../../media/contacts/seen-by-reads.ts';
import { findSuppressed } from '../../suppression-list/reads.ts';
import type { SuppressionReason } from '../../suppression-list/types.ts';
import { changeLane, lockLane, mailingChanged, settleLane } from './lane-writes.ts';
import type { MailItem } from './reads.ts';
import type { MailStatus } from './types.ts';

export interface OwnMail {
  companyId: string;
  campaignId: number;
  id: number;
}

export interface DraftChanges {
  subject?: string;
  body?: string;
  /** Clean HTML; null: made from the text as the mail is sent. */
  bodyHtml?: string | null;
  address?: string;
  /** True leaves the mail out; false takes it in again. */
  skip?: boolean;
}

export type EditedDraft =
  | { is: 'edited'; mail: MailItem }
  | { is: 'absent' }
  | { is: 'not_draft'; status: MailStatus }
  | { is: 'version_conflict'; version: number }
  | { is: 'invalid_address' }
  | { is: 'suppressed'; reason: SuppressionReason }
  | { is: 'unknown_recipient' }
  | { is: 'duplicate_address' };

/** Changes a mail that is a draft, or was left out. Changes nothing unless it says `edited`. `version`: of what was read. */
export const editDraft = defineWrite(
  'sending.editDraft',
  async (tx: Tx, input: OwnMail & { changes: DraftChanges; version?: number }): Promise<EditedDraft> => {
    const { changes, version } = input;
    const mail = await lockCampaignMail(tx, input);
    if (!mail) return { is: 'absent' };
    if (mail.status !== 'draft' && mail.status !== 'skipped') return { is: 'not_draft', status: mail.status };
    if (version !== undefined && version !== mail.version) return { is: 'version_conflict', version: mail.version };
    const moved = changes.address === undefined ? null : await moveDraft(tx, mail, changes.address);
    if (moved !== null && moved.is !== 'moved') return moved;
    const { subject, body, bodyHtml, skip } = changes;
    const text = {
      ...(subject === undefined ? {} : { subject }),
      ...(body === undefined ? {} : { body }),
      ...(bodyHtml === undefined ? {} : { body_html: bodyHtml }),
      ...moved?.to,
    };
    const isEdited = Object.keys(text).length > 0;
    const changed = {
      ...text,
      ...(isEdited ? { edited: 1 as const } : {}),
      ...(skip === undefined ? {} : { status: skip ? ('skipped' as const) : ('draft' as const) }),
      ...(skip === undefined ? {} : { reason: skip ? 'left_out' : null }),
      version: mail.version + 1,
      updated_at: tx.nowMs,
    };
    await tx.db.updateTable('mail_items').set(changed).where('id', '=', mail.id).execute();
    return { is: 'edited', mail: { ...mail, ...changed } };
  },
);

export interface RewriteDraft extends OwnMail {
  version: number;
  subject: string;
  body: string;
  bodyHtml: string | null;
  /** It is no longer edited by hand. */
  isFromTemplate: boolean;
}

/** New texts for a draft; false if it is no draft any more, or another version. */
export const rewriteDraft = defineWrite(
  'sending.rewriteDraft',
  async (tx: Tx, input: RewriteDraft): Promise<boolean> => {
    const { id, companyId, campaignId, version, subject, body, bodyHtml, isFromTemplate } = input;
    const { numUpdatedRows } = await tx.db
      .updateTable('mail_items')
      .set({ subject, body, body_html: bodyHtml, version: version + 1, updated_at: tx.nowMs })
      .set(isFromTemplate ? { edited: 0 } : {})
      .where('id', '=', id)
      .where('kind', '=', 'campaign')
      .where('campaign_id', '=', campaignId)
      .where('company_id', '=', companyId)
      .where('status', '=', 'draft')
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  },
);

interface MovedDraft {
  is: 'moved';
  to: Pick<MailItem, 'address' | 'address_norm' | 'domain'>;
}

async function moveDraft(tx: Tx, mail: MailItem, text: string): Promise<MovedDraft | EditedDraft> {
  const address = parseMailAddress(text);
  if (!address) return { is: 'invalid_address' };
  const reason = (await findSuppressed(tx.db, mail.company_id, [address.norm], tx.nowMs)).get(address.norm);
  if (reason !== undefined) return { is: 'suppressed', reason };
  if (!(await isRecipient(tx, mail.company_id ?? '', address.norm))) return { is: 'unknown_recipient' };
  const other = await tx.db
    .selectFrom('mail_items')
    .select('id')
    .where('kind', '=', 'campaign')
    .where('campaign_id', '=', mail.campaign_id)
    .where('address_norm', '=', address.norm)
    .where('id', '<>', mail.id)
    .executeTakeFirst();
  if (other) return { is: 'duplicate_address' };
  return { is: 'moved', to: { address: address.address, address_norm: address.norm, domain: readDomain(address) } };
}

/** Items of one address that are looked at. */
const SHARED_MAX = 50;

/** An outlet or an own contact, persons with a consent basis: nobody else gets a company's campaign. */
async function isRecipient({ db }: Tx, companyId: string, norm: string): Promise<boolean> {
  const rows = await db
    .selectFrom('media_items')
    .select('id')
    .where('email_norm', '=', norm)
    .where(isSeenBy(companyId))
    .limit(SHARED_MAX)
    .execute();
  const ids = rows.map(({ id }) => id);
  const recipients = await readRecipients(db, ids);
  return [...recipients.values()].some((recipient) => findObstacle(recipient, false, false) === null);
}

export interface ResolveMail {
  id: number;
  /** Null: an operator, who sees every company's. */
  companyId: string | null;
  campaignId: number | null;
  action: 'mark_sent' | 'mark_failed' | 'resend';
  /** Who says so: kept with the mail. */
  by: string;
}

export type ResolvedMail = { is: 'resolved'; mail: MailItem } | { is: 'absent' } | { is: 'known'; status: MailStatus };

/** Settles a mail of which nobody knows whether it arrived. `resend`: whoever says so accepts that it may arrive twice. */
export const resolveMail = defineWrite(
  'sending.resolveMail',
  async (tx: Tx, { id, companyId, campaignId, action, by }: ResolveMail): Promise<ResolvedMail> => {
    const before = await findAnyMail(tx, id);
    const isTheirs = companyId === null || (before?.company_id === companyId && before.campaign_id === campaignId);
    if (!before || !isTheirs) return { is: 'absent' };
    const lane = await lockLane(tx, before.lane);
    const mail = await lockMail(tx, id);
    if (mail?.status !== 'unknown') return mail ? { is: 'known', status: mail.status } : { is: 'absent' };
    const { nowMs } = tx;
    const noted = { resolved_by: by, resolved_at: nowMs, updated_at: nowMs };
    const settled = {
      mark_sent: { status: 'sent', sent_at: mail.claimed_at ?? nowMs },
      mark_failed: { status: 'failed' },
      resend: { status: 'queued', queued_at: nowMs, next_attempt_at: nowMs, retries: 0 },
    } as const;
    const changes = { ...noted, ...settled[action] };
    await tx.db.updateTable('mail_items').set(changes).where('id', '=', id).execute();
    if (lane && action === 'resend' && lane.state === 'done') {
      await changeLane(tx, lane.lane, { state: 'open' });
      if (lane.campaign_id !== null && lane.company_id !== null) {
        const whose = { companyId: lane.company_id, campaignId: lane.campaign_id };
        await tx.tell(mailingChanged, { ...whose, is: 'waiting', blockedBy: null, needsAttention: false });
      }
    } else if (lane) {
      // How the campaign ended may read otherwise now.
      await settleLane(tx, lane.state === 'done' ? { ...lane, state: 'open' } : lane);
    }
    return { is: 'resolved', mail: { ...mail, ...changes } };
  },
);

export interface NoteResponse extends OwnMail {
  what: 'replied' | 'placed';
  /** Where it was placed. */
  url: string | null;
}

/** A reply or an article that came of a mail: for mails that were sent. */
export const noteResponse = defineWrite(
  'sending.noteResponse',
  async (tx: Tx, input: NoteResponse): Promise<ResolvedMail> => {
    const mail = await lockCampaignMail(tx, input);
    if (!mail) return { is: 'absent' };
    if (mail.status !== 'sent') return { is: 'known', status: mail.status };
    const { nowMs } = tx;
    const changes =
      input.what === 'replied'
        ? { replied_at: mail.replied_at ?? nowMs, updated_at: nowMs }
        : { placed_at: mail.placed_at ?? nowMs, placement_url: input.url, updated_at: nowMs };
    await tx.db.updateTable('mail_items').set(changes).where('id', '=', mail.id).execute();
    return { is: 'resolved', mail: { ...mail, ...changes } };
  },
);

const findAnyMail = ({ db }: Tx, id: number): Promise<MailItem | undefined> =>
  db.selectFrom('mail_items').selectAll().where('id', '=', id).executeTakeFirst();

export const lockMail = (tx: Tx, id: number): Promise<MailItem | undefined> =>
  lockRows(tx, tx.db.selectFrom('mail_items').selectAll().where('id', '=', id)).executeTakeFirst();

async function lockCampaignMail(tx: Tx, { companyId, campaignId, id }: OwnMail): Promise<MailItem | undefined> {
  const mail = await lockMail(tx, id);
  const isTheirs = mail?.company_id === companyId && mail.campaign_id === campaignId && mail.kind === 'campaign';
  return isTheirs ? mail : undefined;
}
