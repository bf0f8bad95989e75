import { z } from 'zod';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findDomainByName } from '../../src/newsroom/mailing/domains/domain-reads.ts';
import { addDomain } from '../../src/newsroom/mailing/domains/domain-writes.ts';
import { readSendingDomain } from '../../src/newsroom/mailing/domains/refused-domains.ts';
import { domainOutput, formatDomain, readActor, requireOwnDomains } from './_domain.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Add a sending domain',
  description:
    'Add a domain that the company’s campaigns are sent from, and return the DNS records to publish. A new DKIM key is made for it; adding the same domain again returns the same records. Admins only.',
  route: 'POST /api/sending-domains',
  access: 'company-admin',
  effect: 'write',
  keywords:
    'own sending domain, custom domain for email, verify a domain, set up DKIM, 独自ドメインから送信, 送信ドメインの追加, DKIMの設定, 自有发件域名, 添加域名',
  status: 201,
  failsWith: ['INVALID_INPUT', 'CONFLICT', 'TOOL_UNAVAILABLE'],
  input: z.object({
    domain: z
      .string()
      .max(300)
      .describe(
        'Domain behind the @ of the sender address, such as news.example.co.jp. Only this domain, no subdomains.',
      ),
  }),
  output: domainOutput,
  examples: [{ domain: 'news.studio-ada.example' }],
  async run({ domain: text }, ctx) {
    const { companyId } = requireMember(ctx);
    const { database, domains } = ctx.services;
    requireOwnDomains(ctx);
    const domain = readSendingDomain(text);
    if (domain === null) throw createReasonError('invalid_domain');
    const refusal = domains.findRefusal(domain);
    if (refusal !== null) throw createReasonError(refusal);
    const known = await findDomainByName(database.db, companyId, domain);
    if (known) return formatDomain(known, ctx);
    const key = await domains.createKey(domain);
    return formatDomain(await database.write(addDomain, { companyId, domain, key, ...readActor(ctx) }), ctx);
  },
});
