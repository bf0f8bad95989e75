/** A mail of a campaign to a member of its company, as its reader would get it. */

import { type FinishedWrite, type WriteClaim, writeOnce } from '../../../database/batches/finished-writes.ts';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { FareboxError } from '../../../kernel/errors/errors.ts';
import { createReasonError } from '../../../kernel/errors/reasons.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import { enqueueMails } from '../queue/enqueue-writes.ts';
import type { MailItem } from '../queue/reads.ts';
import { createCampaignMissingError, createMailMissingError, findCampaign } from './reads.ts';

export interface TestMail {
  companyId: string;
  id: number;
  /** Null: the first one. */
  mailId: number | null;
  userId: number | null;
  to: string;
  mailDomain: string;
  claim: WriteClaim | undefined;
}

export interface SentTest {
  to: string;
}

/** Throws NOT_FOUND, INVALID_INPUT for who is no member, `nothing_to_send` for a campaign without a mail, and `suppressed`. */
export const sendTest = defineWrite(
  'campaigns.test',
  (tx: Tx, input: TestMail): Promise<FinishedWrite<SentTest>> =>
    writeOnce(tx, input.claim, () => enqueueTest(tx, input)),
);

async function enqueueTest(tx: Tx, { companyId, id, mailId, userId, to, mailDomain }: TestMail): Promise<SentTest> {
  const campaign = await findCampaign(tx.db, companyId, id);
  if (!campaign) throw createCampaignMissingError();
  const mail = await findModel(tx, companyId, id, mailId);
  if (!mail) throw mailId === null ? createReasonError('nothing_to_send') : createMailMissingError();
  const address = await findMemberAddress(tx, companyId, to);
  const { subject, body, body_html: bodyHtml } = mail;
  const { results } = await enqueueMails.run(tx, {
    kind: 'test',
    companyId,
    campaignId: id,
    articleId: campaign.article_id,
    userId,
    language: campaign.language,
    mailDomain,
    status: 'queued',
    mails: [{ mediaId: null, recipient: '', address, subject, body, bodyHtml }],
  });
  if (results[0]?.refused === 'suppressed') throw createReasonError('suppressed');
  return { to: address };
}

function findModel(
  { db }: Tx,
  companyId: string,
  campaignId: number,
  id: number | null,
): Promise<MailItem | undefined> {
  const mails = db
    .selectFrom('mail_items')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('campaign_id', '=', campaignId)
    .where('kind', '=', 'campaign');
  const query = id === null ? mails : mails.where('id', '=', id);
  return query.orderBy('id').limit(1).executeTakeFirst();
}

/** As the member has written it. Nobody else gets test mails: they could be sent to anybody otherwise. */
async function findMemberAddress({ db }: Tx, companyId: string, to: string): Promise<string> {
  const norm = parseMailAddress(to)?.norm;
  const member =
    norm === undefined
      ? undefined
      : await db
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .select('users.email')
          .where('memberships.company_id', '=', companyId)
          .where('users.email_norm', '=', norm)
          .executeTakeFirst();
  if (member) return member.email;
  throw new FareboxError('INVALID_INPUT', { message: 'Test emails can only go to members of the company' });
}
