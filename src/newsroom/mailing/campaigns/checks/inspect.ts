/** Looks through the mails of a campaign before they are sent, a few at a time so that others have their turn. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../../database/types.ts';
import { listCompanyMedia } from '../../../media/contacts/reads.ts';
import { listMails } from '../../queue/reads.ts';
import { type DraftsMark, markDrafts } from '../guard-writes.ts';
import type { ShownMail, StoredCampaign } from '../reads.ts';
import { lintErrors, lintMail, type MailKnowledge } from './lint.ts';
import type { Lint } from './lint-words.ts';

const PORTION = 100;
const TURN = 10;
const RECENT_MS = 14 * 86_400_000;

/** The drafts with errors, and the mark by which a write knows that no draft has changed since. */
export async function findFaulty(
  database: Pick<Database, 'db' | 'read'>,
  companyId: string,
  campaignId: number,
): Promise<{ seen: DraftsMark; faulty: number[] }> {
  const mark = await markDrafts(database, campaignId);
  const faulty: number[] = [];
  for (let afterId = 0; ; ) {
    const query = { companyId, campaignId, status: 'draft', afterId, most: PORTION } as const;
    const mails = await database.read(listMails, query);
    for (const [at, mail] of mails.entries()) {
      if (at % TURN === TURN - 1) await setImmediate();
      if (lintErrors(readText(mail)).length > 0) faulty.push(mail.id);
    }
    const last = mails.at(-1);
    if (!last || mails.length < PORTION) return { seen: mark, faulty };
    afterId = last.id;
  }
}

/** Facts besides the text: about the company, or about this installation. */
export type CommonKnowledge = Pick<MailKnowledge, 'company' | 'baseUrl'>;

/** The findings of each mail, in their order; none for a mail that is shortened or no longer a draft. */
export async function inspectMails(
  database: Pick<Database, 'read' | 'now'>,
  campaign: Pick<StoredCampaign, 'company_id' | 'fits'>,
  mails: readonly (ShownMail & { isShortened?: boolean })[],
  common: CommonKnowledge,
): Promise<Lint[][]> {
  const ids = [...new Set(mails.flatMap(({ media_id }) => media_id ?? []))];
  const media = await database.read(listCompanyMedia, { companyId: campaign.company_id, ids });
  const byId = new Map(media.map((medium) => [medium.item.id, medium]));
  const fits = new Map(Object.entries(readFits(campaign)));
  const nowMs = await database.now();
  const findings: Lint[][] = [];
  for (const [at, mail] of mails.entries()) {
    if (at % TURN === TURN - 1) await setImmediate();
    const medium = mail.media_id === null ? undefined : byId.get(mail.media_id);
    const contactedAt = medium?.history.lastContactedAt ?? null;
    const knowledge = {
      ...common,
      hasConsentBasis: medium !== undefined && medium.item.consentBasis !== 'none',
      isRecentlyContacted: contactedAt !== null && nowMs - contactedAt <= RECENT_MS,
      fit: fits.get(String(mail.media_id)) ?? null,
    };
    const isInspected = mail.status === 'draft' && mail.isShortened !== true;
    findings.push(isInspected ? lintMail(readText(mail), knowledge) : []);
  }
  return findings;
}

function readFits({ fits }: Pick<StoredCampaign, 'fits'>): Record<string, number> {
  const scores: Record<string, number> = JSON.parse(fits);
  return scores;
}

const readText = ({ address, subject, body, body_html, language }: ShownMail) => ({
  to: address,
  subject,
  body,
  bodyHtml: body_html,
  language,
});
