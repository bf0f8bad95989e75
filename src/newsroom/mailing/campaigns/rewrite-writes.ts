/** Stores the new texts of a campaign's drafts, all or none. */
import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { createStateError } from '../../common/campaign-states.ts';
import { rewriteDraft } from '../queue/item-writes.ts';
import { changeCampaign, lockCampaign, type OwnCampaign } from './lock-writes.ts';
import type { MailText } from './texts/compose.ts';

export interface RewriteDrafts extends OwnCampaign {
  mails: readonly (MailText & { id: number; version: number; bodyHtml: string | null })[];
  /** With it, the drafts are no longer edited by hand. */
  template: MailText | null;
  /** Of the release whose text all drafts have now; null: some have an earlier one. */
  releaseVersion: number | null;
  claim: WriteClaim | undefined;
}

/** Returns the number of changed drafts. Throws NOT_FOUND, `campaign_state` and `version_conflict`. */
export const rewriteCampaign = defineWrite(
  'campaigns.rewrite',
  (tx: Tx, { claim, ...input }: RewriteDrafts): Promise<FinishedWrite<number>> =>
    writeOnce(tx, claim, async () => {
      const { companyId, id, mails, template, releaseVersion } = input;
      const row = await lockCampaign(tx, { companyId, id });
      if (row.status !== 'draft') throw createStateError(row.status);
      for (const mail of mails) {
        const isChanged = await rewriteDraft.run(tx, {
          ...mail,
          companyId,
          campaignId: id,
          isFromTemplate: template !== null,
        });
        if (!isChanged) {
          const message = 'An email was changed at the same time. Nothing was changed; try again';
          throw createReasonError('version_conflict', { message });
        }
      }
      await changeCampaign(tx, row, {
        ...(template === null ? {} : { template: JSON.stringify(template) }),
        ...(releaseVersion === null ? {} : { release_version: releaseVersion }),
      });
      return mails.length;
    }),
);
