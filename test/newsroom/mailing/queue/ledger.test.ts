/** The ledger of mails before anything is sent: entered, edited, queued, held, cancelled and settled, on both databases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../../src/ledger/types.ts';
import * as campaign from '../../../../src/newsroom/mailing/queue/campaign-writes.ts';
import { enqueueMails, type NewMails } from '../../../../src/newsroom/mailing/queue/enqueue-writes.ts';
import { editDraft, resolveMail } from '../../../../src/newsroom/mailing/queue/item-writes.ts';
import { countMails, findMail, findMailing, listMails } from '../../../../src/newsroom/mailing/queue/reads.ts';
import { liftSuppression, suppressAddress } from '../../../../src/newsroom/mailing/suppression-writes.ts';
import type { SuppressionReason } from '../../../../src/newsroom/suppression-list/types.ts';
import { type Books, engines, openBooks } from '../../../ledger/books.ts';

const companyId = 'c_mail';

describe.each(engines)('on %s', (engine) => {
  let books: Books & { close(): Promise<void> };
  let ledger: Ledger;
  let campaigns = 0;

  beforeAll(async () => {
    books = await openBooks(engine);
    ledger = await books.start();
  });
  afterAll(() => books.close());

  const enqueue = async (addresses: readonly string[], more: Partial<NewMails> = {}) => {
    const campaignId = ++campaigns;
    const mails = addresses.map((address) => ({
      mediaId: null,
      recipient: '編集部',
      address,
      subject: '【リリース】夏の本',
      body: '夏の本が出ます。',
      bodyHtml: null,
    }));
    const facts = { kind: 'campaign', companyId, articleId: 7, userId: null, language: 'ja' } as const;
    const whole = { ...facts, campaignId, mailDomain: 'mail.farebox.jp', status: 'draft', mails, ...more } as const;
    const { results } = await ledger.database.write(enqueueMails, whole);
    return { campaignId, results, ids: results.flatMap(({ id }) => id ?? []) };
  };

  it('enters one mail for an address, and says why there is none for another', async () => {
    const { campaignId, results, ids } = await enqueue([
      'Desk@例え.jp',
      ' desk@xn--r8jz45g.jp ',
      'no address',
      'b@c.jp',
    ]);
    expect(results.map(({ refused }) => refused)).toEqual([null, 'duplicate_address', 'invalid_address', null]);
    const [first = 0] = ids;
    expect(await findMail(ledger.database.db, companyId, campaignId, first)).toMatchObject({
      address: 'Desk@例え.jp',
      address_norm: 'desk@xn--r8jz45g.jp',
      domain: 'xn--r8jz45g.jp',
      message_id: `<c${campaignId}.e${first}.v1@mail.farebox.jp>`,
      status: 'draft',
      version: 1,
    });
    expect(await findMail(ledger.database.db, 'c_other', campaignId, first)).toBeUndefined();
    expect(await countMails(ledger.database.db, 'c_other', campaignId)).toMatchObject({ total: 0 });
    expect(await ledger.database.read(listMails, { companyId, campaignId, most: 10 })).toHaveLength(2);
  });

  it('changes drafts alone, and each version once', async () => {
    const { campaignId, ids } = await enqueue(['a@b.jp', 'c@d.jp']);
    const id = ids[0] ?? 0;
    const own = { companyId, campaignId, id };
    const edit = (changes: object, version?: number) =>
      ledger.database.write(editDraft, { ...own, changes, ...(version === undefined ? {} : { version }) });
    expect(await edit({ subject: 'New', address: 'A@x.jp' }, 1)).toEqual({ is: 'unknown_recipient' });
    expect(await edit({ subject: 'New' }, 1)).toMatchObject({ is: 'edited', mail: { version: 2 } });
    expect(await edit({ subject: 'Late' }, 1)).toEqual({ is: 'version_conflict', version: 2 });
    expect(await edit({ skip: true })).toMatchObject({ is: 'edited', mail: { status: 'skipped' } });
    expect(await ledger.database.write(editDraft, { ...own, companyId: 'c_other', changes: {} })).toEqual({
      is: 'absent',
    });
    const queued = await ledger.database.write(campaign.queueMailing, {
      companyId,
      campaignId,
      userId: 3,
      of: 'drafts',
    });
    expect(queued).toEqual({ queued: 1, suppressed: 0, skipped: 1 });
    const other = await ledger.database.write(editDraft, { ...own, id: ids[1] ?? 0, changes: { subject: 'Too late' } });
    expect(other).toEqual({ is: 'not_draft', status: 'queued' });
  });

  it('holds, resumes and cancels a line', async () => {
    const { campaignId } = await enqueue(['a@b.jp', 'c@d.jp']);
    const own = { companyId, campaignId };
    const state = async () => (await findMailing(ledger.database.db, companyId, campaignId))?.state;
    expect(await state()).toBe('held');
    await ledger.database.write(campaign.queueMailing, { ...own, userId: null, of: 'drafts' });
    expect(await state()).toBe('open');
    expect(await ledger.database.write(campaign.holdMailing, { ...own, companyId: 'c_other' })).toBe(false);
    await ledger.database.write(campaign.holdMailing, own);
    expect(await state()).toBe('held');
    await ledger.database.write(campaign.resumeMailing, own);
    expect(await state()).toBe('open');
    expect(await ledger.database.write(campaign.cancelMailing, own)).toBe(2);
    expect(await state()).toBe('done');
    expect(await countMails(ledger.database.db, companyId, campaignId)).toMatchObject({
      cancelled: 2,
      queued: 0,
      total: 2,
    });
  });

  it('settles what nobody knows, and nothing else', async () => {
    const { campaignId, ids } = await enqueue(['a@b.jp', 'c@d.jp']);
    const own = { companyId, campaignId, by: 'ada@b.jp' };
    const [id = 0, other = 0] = ids;
    await books.execute(`UPDATE mail_items SET status = 'unknown' WHERE id = ${id}`);
    const resolve = (one: number) => ledger.database.write(resolveMail, { ...own, id: one, action: 'mark_sent' });
    expect(await resolve(other)).toEqual({ is: 'known', status: 'draft' });
    expect(await resolve(id)).toMatchObject({ is: 'resolved', mail: { status: 'sent', resolved_by: 'ada@b.jp' } });
    expect(await resolve(id)).toEqual({ is: 'known', status: 'sent' });
    expect(await ledger.database.write(resolveMail, { ...own, companyId: 'c_other', id, action: 'resend' })).toEqual({
      is: 'absent',
    });
  });

  it('suppresses for one company or for all, and gives way to no lighter reason', async () => {
    const suppress = (norm: string, reason: SuppressionReason, of: string | null) =>
      ledger.database.write(suppressAddress, { companyId: of, norm, reason, mailId: null });
    await suppress('one@x.jp', 'unsubscribed', companyId);
    await suppress('all@x.jp', 'complaint', null);
    await suppress('other@x.jp', 'manual', 'c_other');
    const { id } = await suppress('one@x.jp', 'soft_bounce', companyId);
    const { results } = await enqueue(['one@x.jp', 'ALL@x.jp', 'other@x.jp']);
    expect(results.map(({ refused }) => refused)).toEqual(['suppressed', 'suppressed', null]);
    const { campaignId } = await enqueue(['late@x.jp', 'fine@x.jp']);
    const late = await suppress('late@x.jp', 'manual', companyId);
    const queued = await ledger.database.write(campaign.queueMailing, {
      companyId,
      campaignId,
      userId: null,
      of: 'drafts',
    });
    expect(queued).toEqual({ queued: 1, suppressed: 1, skipped: 0 });
    const lift = (one: number, of = companyId) => ledger.database.write(liftSuppression, { companyId: of, id: one });
    expect(await lift(id)).toBe('lasting');
    expect(await lift(late.id, 'c_other')).toBe('absent');
    expect(await lift(late.id)).toBe('lifted');
    expect(await lift(late.id)).toBe('absent');
  });
});
