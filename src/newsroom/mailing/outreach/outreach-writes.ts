/** Queues the service's own diagnosis emails. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { audit } from '../../../ledger/audit.ts';
import { parseMailAddress } from '../../../lib/mail-address.ts';
import type { Language } from '../../../text/language.ts';
import { findCampaignRest, findOutreachObstacle, listContacted } from '../contacted-reads.ts';
import { enqueueMails } from '../queue/enqueue-writes.ts';
import type { MailLimits } from '../queue/limits.ts';
import { countRemaining } from './candidates-reads.ts';

export interface QueueDiagnosis {
  articleId: number;
  /** What the report is about. */
  contentHash: string | null;
  language: Language;
  letter: { subject: string; body: string; bodyHtml: string };
  limits: MailLimits;
  mailDomain: string;
}

/** False: something has come in between, or there is a reason against it that only this moment knows. */
export const queueDiagnosis = defineWrite(
  'outreach.queue',
  async (
    tx: Tx,
    { articleId, contentHash, language, letter, limits, mailDomain }: QueueDiagnosis,
  ): Promise<boolean> => {
    const article = await tx.db
      .selectFrom('articles')
      .select(['contact_email', 'company_name', 'content_hash'])
      .where('id', '=', articleId)
      .executeTakeFirst();
    const address = parseMailAddress(article?.contact_email ?? '');
    if (!article || !address || article.content_hash !== contentHash) return false;
    const { norm } = address;
    if ((await findOutreachObstacle(tx, { norm, articleId })) !== null) return false;
    if ((await findCampaignRest(tx, norm)) !== null) return false;
    const { norms, names } = await listContacted(tx);
    if (norms.has(norm) || (article.company_name !== null && names.has(article.company_name))) return false;
    if ((await countRemaining(tx, limits)) === 0) return false;
    const mail = { mediaId: null, recipient: article.company_name ?? '', address: address.address, ...letter };
    const { results } = await enqueueMails.run(tx, {
      ...{ kind: 'diagnosis', companyId: null, campaignId: null, articleId, userId: null, language, mailDomain },
      ...{ status: 'queued', mails: [mail] },
    });
    return results.some(({ id }) => id !== null);
  },
);

/** A day whose mailing nobody could begin in time: noted once. */
export const noteMissedDay = defineWrite(
  'outreach.noteMissedDay',
  async (tx: Tx, { day }: { day: string }): Promise<boolean> => {
    const { numUpdatedRows } = await tx.db
      .updateTable('newsroom_settings')
      .set({ missed_day: day })
      .where('id', '=', 1)
      .where((is) => is.or([is('missed_day', 'is', null), is('missed_day', '<>', day)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await audit(tx, { actor: 'system', action: 'outreach.missed', subject: day, details: {} });
    return true;
  },
);
