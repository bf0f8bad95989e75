import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listDomains } from '../../src/newsroom/mailing/domains/domain-reads.ts';
import { OBSTACLES } from '../../src/newsroom/mailing/domains/service.ts';
import { domainOutput, formatDomain } from './_domain.ts';
import { requireMember, requireSender } from './_shared.ts';

export default defineTool({
  title: 'List sending domains',
  description:
    'List the domains that the company’s campaigns can be sent from, with the DNS records to publish and the result of the last check. Also returns the address that campaigns are sent from now.',
  route: 'GET /api/sending-domains',
  effect: 'read',
  keywords:
    'sending domains, DNS records, DKIM status, is my domain verified, 送信ドメイン一覧, DNSレコード, ドメイン認証の状態, 发件域名, DNS 记录',
  output: z.object({
    available: z.boolean().describe('Whether companies can send from their own domains on this server.'),
    unavailable_because: z
      .enum(OBSTACLES)
      .nullable()
      .describe(
        'no_mail_server: nothing is sent. mail_provider: the mail service accepts only senders set up there. disabled: turned off by the operator.',
      ),
    items: z.array(domainOutput).describe('Sending domains of the company, by name.'),
    sender: z
      .object({
        address: z.string().nullable().describe('Sender address in the company settings; null if not set.'),
        from: z.string().describe('Address that campaigns are sent from now.'),
        is_own: z.boolean().describe('`true` if that is the company’s own address.'),
      })
      .describe('Sender of the company’s campaigns.'),
  }),
  async run(_input, ctx) {
    const { companyId } = requireMember(ctx);
    const { database, domains, campaigns } = ctx.services;
    const sender = await requireSender(ctx, companyId);
    const rows = await listDomains(database.db, companyId);
    return {
      available: domains.obstacle === null,
      unavailable_because: domains.obstacle,
      items: rows.map((row) => formatDomain(row, ctx)),
      sender: {
        address: sender.address,
        from: campaigns.describeSender(sender).address,
        is_own: sender.signing !== null,
      },
    };
  },
});
