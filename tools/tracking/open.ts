import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { PIXEL } from '../../src/newsroom/mailing/links/event-links.ts';
import { articleId, describeVisit, eventSignature } from './_shared.ts';

export default defineTool({
  title: 'Email open',
  description: 'Returns a one-pixel image and records that the email was opened. It never waits for the database.',
  route: 'GET /t/{article_id}',
  effect: 'read',
  reply: 'bytes',
  limits: 'none',
  input: z.object({ article_id: articleId, e: eventSignature }),
  output: z.unknown(),
  answerHeaders: ['Cache-Control'],
  examples: [{ article_id: 41 }],
  async run({ article_id, e }, ctx) {
    const visit = describeVisit(ctx);
    if (visit) ctx.services.tracking.recordOpen(article_id, e, visit);
    ctx.addHeader('Cache-Control', 'no-store, private');
    return new Bytes(PIXEL, 'image/gif', 'pixel.gif', { isText: true });
  },
});
