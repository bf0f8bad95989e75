import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { removeDomain } from '../../src/newsroom/mailing/domains/domain-writes.ts';
import { createMissingError, domainId, readActor, requireDomain } from './_domain.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Remove a sending domain',
  description:
    'Remove a sending domain and delete its DKIM key. Campaigns are sent from the operator’s address from then on, including queued emails. Adding it again makes a new key. Admins only.',
  route: 'DELETE /api/sending-domains/{domain_id}',
  access: 'company-admin',
  effect: 'destroy',
  keywords: 'remove a sending domain, 送信ドメインを削除, 移除发件域名',
  failsWith: ['NOT_FOUND'],
  input: z.object({ domain_id: domainId }),
  output: z.object({ ok: z.literal(true).describe('The domain was removed.') }),
  examples: [{ domain_id: 1 }],
  async run({ domain_id: id }, ctx) {
    const { companyId } = requireMember(ctx);
    await requireDomain(ctx, id);
    const isRemoved = await ctx.services.database.write(removeDomain, { companyId, id, ...readActor(ctx) });
    if (!isRemoved) throw createMissingError();
    return { ok: true as const };
  },
});
