import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { checkSendingDomain } from '../../src/newsroom/mailing/domains/check.ts';
import {
  createMissingError,
  domainId,
  domainOutput,
  formatDomain,
  requireDomain,
  requireOwnDomains,
} from './_domain.ts';

/** A check within this time of the last one returns its result. */
const REST_MS = 10_000;

export default defineTool({
  title: 'Check a sending domain',
  description:
    'Look up the DNS records of a sending domain now and return what was found. The domain is verified once the required records are there. Records are also checked automatically; at most one check in 10 seconds.',
  route: 'POST /api/sending-domains/{domain_id}/check',
  effect: 'write',
  keywords: 'check DNS records, verify my domain now, DNSを確認, ドメインを検証, 检查 DNS 记录, 验证域名',
  failsWith: ['NOT_FOUND', 'TOOL_UNAVAILABLE'],
  input: z.object({ domain_id: domainId }),
  output: domainOutput,
  examples: [{ domain_id: 1 }],
  async run({ domain_id: id }, ctx) {
    const row = await requireDomain(ctx, id);
    requireOwnDomains(ctx);
    const nowMs = await ctx.services.database.now();
    if (row.checked_at !== null && nowMs - row.checked_at < REST_MS) return formatDomain(row, ctx);
    const after = await checkSendingDomain(ctx, row);
    if (after === null) throw createMissingError();
    return formatDomain(after, ctx);
  },
});
