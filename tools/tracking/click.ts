import { z } from 'zod';
import { type Page, Redirect } from '../../src/kernel/tool/reply.ts';
import { definePage } from '../../src/kernel/tool/tool.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import { renderDeadTargetPage, renderLeavingPage } from '../../src/web/pages/unsubscribe.tsx';
import { articleId, describeVisit, eventSignature } from './_shared.ts';

const NOT_FOUND = 404;
const BAD_REQUEST = 400;

export default definePage({
  title: 'Link click',
  description:
    'Redirects to a link of an email and records the click. URLs that neither the signature nor the published article contains get a page that asks first.',
  route: 'GET /c/{article_id}',
  effect: 'read',
  limits: 'none',
  input: z.object({
    article_id: articleId,
    e: eventSignature,
    url: z.string().default('').describe('Target URL; empty for the article itself.'),
  }),
  answerHeaders: ['Cache-Control'],
  examples: [{ article_id: 41 }],
  async run({ article_id, e, url }, ctx): Promise<Page | Redirect> {
    const { tracking } = ctx.services;
    const resolved = await tracking.resolve(article_id, url, e);
    ctx.addHeader('Cache-Control', 'no-store');
    const language = chooseLanguage(ctx.browser?.acceptLanguage);
    if (resolved === 'forbidden') return renderDeadTargetPage(language, BAD_REQUEST);
    const visit = describeVisit(ctx);
    if (resolved === 'absent') {
      // The honeypot link of a release that isn't public leads nowhere, and still counts.
      if (visit && e) tracking.recordClick({ articleId: article_id, signature: e, url, target: '' }, visit);
      return renderDeadTargetPage(language, NOT_FOUND);
    }
    if ('question' in resolved) return renderLeavingPage(language, resolved.question);
    const { target } = resolved;
    if (visit) tracking.recordClick({ articleId: article_id, signature: e, url, target }, visit);
    return new Redirect(target);
  },
});
