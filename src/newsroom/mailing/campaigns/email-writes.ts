/** One mail of a campaign that is still a draft. */
import { defineFollower, defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { createStateError } from '../../common/campaign-states.ts';
import { coverageChanged, recordPlacement } from '../../content/release-coverage/coverage-writes.ts';
import {
  type DraftChanges,
  type EditedDraft,
  editDraft,
  noteResponse,
  type OwnMail,
  type ResolveMail,
  resolveMail,
} from '../queue/item-writes.ts';
import { findMail, type MailItem } from '../queue/reads.ts';
import { lockCampaign } from './lock-writes.ts';
import { createMailMissingError } from './reads.ts';

type Changes = { [K in keyof DraftChanges]: DraftChanges[K] | undefined };

export interface EmailEdit extends OwnMail {
  /** What is undefined stays as it is. */
  changes: Changes;
  /** What the caller believes to be the current one. */
  version: number | undefined;
}

/** Throws NOT_FOUND, `campaign_state`, `version_conflict`, `suppressed` and `duplicate_address`. What changes nothing leaves the version. */
export const editEmail = defineWrite('campaigns.editEmail', async (tx: Tx, edit: EmailEdit): Promise<MailItem> => {
  const { companyId, campaignId, id, changes, version } = edit;
  const campaign = await lockCampaign(tx, { companyId, id: campaignId });
  const before = Number.isSafeInteger(id) ? await findMail(tx.db, companyId, campaignId, id) : undefined;
  if (!before) throw createMailMissingError();
  if (campaign.status !== 'draft') throw createStateError(campaign.status);
  if (version !== undefined && version !== before.version) throw createVersionError(before.version);
  const changed = dropUnchanged(before, changes);
  if (Object.keys(changed).length === 0) return before;
  const edited = await editDraft.run(tx, { companyId, campaignId, id, changes: changed });
  if (edited.is === 'edited') return edited.mail;
  throw explainRefusal(edited);
});

function dropUnchanged(before: MailItem, { subject, body, bodyHtml, address, skip }: Changes): DraftChanges {
  const isSkipped = before.status === 'skipped';
  return {
    ...(subject === undefined || subject === before.subject ? {} : { subject }),
    ...(body === undefined || body === before.body ? {} : { body }),
    ...(bodyHtml === undefined || bodyHtml === before.body_html ? {} : { bodyHtml }),
    ...(address === undefined || address.trim() === before.address ? {} : { address }),
    ...(skip === undefined || skip === isSkipped ? {} : { skip }),
  };
}

const createVersionError = (version: number): FareboxError =>
  createReasonError('version_conflict', { details: { current_version: version } });

function explainRefusal(refusal: Exclude<EditedDraft, { is: 'edited' }>): FareboxError {
  switch (refusal.is) {
    case 'absent':
      return createMailMissingError();
    case 'not_draft':
      return createReasonError('campaign_state', {
        message: `This email is not a draft: it is ${refusal.status}`,
        details: { status: refusal.status },
      });
    case 'version_conflict':
      return createVersionError(refusal.version);
    case 'invalid_address':
      return new FareboxError('INVALID_INPUT');
    case 'suppressed':
      return createReasonError('suppressed', { details: { suppressed_as: refusal.reason } });
    case 'unknown_recipient':
      return createReasonError('unknown_recipient');
    case 'duplicate_address':
      return createReasonError('duplicate_address');
  }
}

export interface EmailResolution extends OwnMail {
  action: ResolveMail['action'] | 'mark_replied' | 'mark_placed';
  /** Of the article that came of it. */
  url: string | null;
  /** Who says so. */
  by: string;
}

/** Throws NOT_FOUND, and `campaign_state` for a mail whose state says otherwise. */
export const resolveEmail = defineWrite(
  'campaigns.resolveEmail',
  async (tx: Tx, { companyId, campaignId, id, action, url, by }: EmailResolution): Promise<MailItem> => {
    if (![campaignId, id].every(Number.isSafeInteger)) throw createMailMissingError();
    const whose = { companyId, campaignId, id };
    const resolved =
      action === 'mark_replied' || action === 'mark_placed'
        ? await noteResponse.run(tx, { ...whose, what: action === 'mark_replied' ? 'replied' : 'placed', url })
        : await resolveMail.run(tx, { ...whose, action, by });
    if (resolved.is === 'resolved') {
      if (action === 'mark_placed' && url !== null) await addPlacement(tx, resolved.mail, url);
      return resolved.mail;
    }
    if (resolved.is === 'absent') throw createMailMissingError();
    throw createReasonError('campaign_state', {
      message: `This e-mail is ${resolved.status}: ${action} is not for it`,
      details: { status: resolved.status },
    });
  },
);

/** Also coverage of the campaign's release. */
async function addPlacement(tx: Tx, { company_id, campaign_id, media_id, recipient }: MailItem, url: string) {
  const campaigns = tx.db.selectFrom('campaigns').select('press_release_id').where('id', '=', campaign_id);
  const campaign = await campaigns.executeTakeFirst();
  if (!campaign || company_id === null) return;
  const release = { companyId: company_id, releaseId: campaign.press_release_id };
  await recordPlacement(tx, { ...release, url, mediaId: media_id, outlet: recipient || null });
}

/** Emails to the outlet of an article that members confirmed have coverage, or no more. */
export const followCoverage = defineFollower(
  coverageChanged,
  async ({ db, nowMs }, { companyId, releaseId, mediaId, url, isConfirmed }) => {
    const campaigns = db.selectFrom('campaigns').select('id').where('press_release_id', '=', releaseId);
    const mails = db
      .updateTable('mail_items')
      .where('company_id', '=', companyId)
      .where('media_id', '=', mediaId)
      .where('kind', '=', 'campaign')
      .where('status', '=', 'sent')
      .where('sent_at', 'is not', null)
      .where('campaign_id', 'in', campaigns);
    if (isConfirmed) {
      const placed = { placed_at: nowMs, placement_url: url, updated_at: nowMs };
      await mails.set(placed).where('placed_at', 'is', null).execute();
    } else {
      const cleared = { placed_at: null, placement_url: null, updated_at: nowMs };
      await mails.set(cleared).where('placement_url', '=', url).execute();
    }
  },
);
