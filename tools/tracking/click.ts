import { z } from 'zod';
import { type Page, Redirect } from '../../src/kernel/reply.ts';
import { defineTool } from '../../src/kernel/tool.ts';
import { chooseLanguage } from '../../src/web/language.ts';
import { renderDeadTargetPage } from '../../src/web/unsubscribe.tsx';
import { articleId, describeVisit, eventSignature } from './_shared.ts';

const NOT_FOUND = 404;
const BAD_REQUEST = 400;

export default defineTool({
  title: 'Link followed',
  description:
    'Leads on to a link of a mail and notes the click. It leads to addresses alone that our own mails have named.',
  route: 'GET /c/{article_id}',
  effect: 'read',
  reply: 'page',
  limits: 'none',
  input: z.object({
    article_id: articleId,
    e: eventSignature,
    url: z.string().default('').describe('Where it leads; empty: to the article itself.'),
  }),
  output: z.unknown(),
  answerHeaders: ['Cache-Control'],
  examples: [{ article_id: 41 }],
  async run({ article_id, e, url }, ctx): Promise<Page | Redirect> {
    const { tracking } = ctx.services;
    const resolved = await tracking.resolve(article_id, url);
    ctx.addHeader('Cache-Control', 'no-store');
    const language = chooseLanguage(ctx.browser?.acceptLanguage);
    if (resolved === 'forbidden') return renderDeadTargetPage(language, BAD_REQUEST);
    const visit = describeVisit(ctx);
    if (resolved === 'absent') {
      // The honeypot link of a release that isn't public leads nowhere, and still counts.
      if (visit && e) tracking.recordClick(article_id, e, '', visit);
      return renderDeadTargetPage(language, NOT_FOUND);
    }
    if (visit) tracking.recordClick(article_id, e, resolved.target, visit);
    return new Redirect(resolved.target);
  },
});
