import { z } from 'zod';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { findSuppressed } from '../../src/newsroom/suppression-list/reads.ts';
import { renderConfirmPage, renderInvalidLinkPage, renderLeftPage } from '../../src/web/pages/unsubscribe.tsx';
import { proveLink, unsubscribeFields } from './_shared.ts';

export default definePage({
  title: 'Unsubscribe',
  description: 'Shows the page behind an unsubscribe link. Opening it changes nothing; its button unsubscribes.',
  route: 'GET /unsubscribe',
  effect: 'read',
  limits: 'none',
  secret: true,
  input: z.object(unsubscribeFields),
  examples: [{ email: 'desk@paper.example' }],
  async run(link, ctx) {
    const proved = await proveLink(ctx, link);
    if (!proved) return renderInvalidLinkPage(link.lang);
    const { database } = ctx.services;
    const { norm, companyId } = proved;
    const suppressed = await findSuppressed(database.db, companyId, [norm], await database.now());
    return suppressed.get(norm) === 'unsubscribed' ? renderLeftPage(link, true) : renderConfirmPage(link);
  },
});
