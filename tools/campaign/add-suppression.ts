import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { parseMailAddress } from '../../src/lib/mail-address.ts';
import { addSuppression } from '../../src/newsroom/mailing/suppression-writes.ts';
import { formatSuppression, readReason, suppressionOutput } from '../../src/newsroom/mailing/suppressions/output.ts';
import { buildClaim, requireMember } from './_shared.ts';

export default defineTool({
  title: 'Suppress an address',
  description:
    'Stop all email of the company to an address, including queued email. A more serious reason is never replaced by a lesser one.',
  route: 'POST /api/suppressions',
  effect: 'write',
  keywords:
    'stop emailing, never email again, do not email, do not contact, blacklist an address, opt out a person, unsubscribe an address, block an address, 配信停止に追加, 加入退订名单',
  status: 201,
  failsWith: ['INVALID_INPUT', 'CONFLICT'],
  input: z.object({
    email: z
      .string()
      .refine((text) => parseMailAddress(text) !== null, 'not a valid e-mail address')
      .describe('Address that was requested.'),
    reason: z
      .string()
      .default('manual')
      .describe('manual, which an admin can remove; or the owner’s decision: refused, unsubscribed, complaint.'),
  }),
  output: suppressionOutput,
  examples: [{ email: 'desk@paper.example' }, { email: 'desk@paper.example', reason: 'refused' }],
  async run(input, ctx) {
    const { companyId, role } = requireMember(ctx);
    const reason = readReason(input.reason);
    const norm = parseMailAddress(input.email)?.norm ?? '';
    const claim = buildClaim(ctx, 'campaign-add-suppression', input);
    const { output, replayed } = await ctx.services.database.write(addSuppression, { companyId, norm, reason, claim });
    if (replayed) ctx.markReplayed();
    return formatSuppression(output, ctx.server.timeZone, role !== 'admin');
  },
});
