import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { liftSuppression } from '../../src/newsroom/mailing/suppression-writes.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Allow email to an address again',
  description:
    "Remove a suppression that was caused by a bounce or a member. The recipient's own decisions stay: complained, unsubscribed, refused. Admins only.",
  route: 'DELETE /api/suppressions/{suppression_id}',
  access: 'company-admin',
  effect: 'destroy',
  keywords: 'allow an address again, 配信停止を解除, 移出退订名单',
  failsWith: ['NOT_FOUND', 'CONFLICT'],
  input: z.object({ suppression_id: z.number().int().describe('Number of the suppression.') }),
  output: z.object({ ok: z.literal(true).describe('Email to the address is possible again.') }),
  examples: [{ suppression_id: 1 }],
  async run({ suppression_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    const missing = new FareboxError('NOT_FOUND', { message: 'Suppression not found' });
    if (!Number.isSafeInteger(id)) throw missing;
    const lifted = await ctx.services.database.write(liftSuppression, { companyId, id });
    if (lifted === 'absent') throw missing;
    if (lifted === 'lasting') {
      throw createReasonError('suppressed', { message: 'The owner of this address has unsubscribed' });
    }
    return { ok: true as const };
  },
});
