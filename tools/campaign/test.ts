import { z } from 'zod';
import { findFinishedWrite } from '../../src/database/batches/finished-writes.ts';
import { createInvalidInputError } from '../../src/kernel/tool/input.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';
import { type SentTest, sendTest } from '../../src/newsroom/mailing/campaigns/test-writes.ts';
import { buildClaim, campaignId, emailId, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Send a test email',
  description:
    'Send one email of a campaign to a member of the company as its recipient would see it. It is not tracked, and its unsubscribe link is inactive. Test emails have a daily limit of their own.',
  route: 'POST /api/campaigns/{campaign_id}/test',
  effect: 'write',
  keywords: 'send a test email, テスト送信, 测试邮件',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({
    campaign_id: campaignId,
    to: z
      .string()
      .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
      .nullish()
      .describe('Email address of a member; default: your own.'),
    email_id: emailId.nullish().describe('Email to send; default: the first.'),
  }),
  output: z.object({
    ok: z.literal(true).describe('The test email is queued.'),
    to: z.string().describe('Recipient of the test.'),
    transport: z.enum(['smtp', 'outbox']).describe('outbox: the email is a file.'),
  }),
  examples: [{ campaign_id: 4 }],
  async run(input, ctx) {
    const { companyId, userId } = requireMember(ctx);
    const { database, sending } = ctx.services;
    const claim = buildClaim(ctx, 'campaign-test', input);
    const { campaign_id: id, to = null, email_id: mailId = null } = input;
    const earlier = await findFinishedWrite<SentTest>(database, claim);
    const own = ctx.principal.kind === 'session' ? ctx.principal.email : null;
    const address = to ?? own;
    if (address === null && !earlier) {
      throw createInvalidInputError([
        { path: 'to', message: 'Provide the recipient: a key has no address of its own' },
      ]);
    }
    const { mailDomain } = sending;
    const { output, replayed } =
      earlier ??
      (await database.write(sendTest, { companyId, id, mailId, userId, to: address ?? '', mailDomain, claim }));
    if (replayed) ctx.markReplayed();
    else sending.wake();
    return { ok: true as const, to: output.to, transport: sending.transport };
  },
});
