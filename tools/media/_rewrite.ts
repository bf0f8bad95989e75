/** Releases rewritten for media, single and batch: what both operations share. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { askForRewrite } from '../../src/newsroom/media/pitches/model-words.ts';
import { createRewriter } from '../../src/newsroom/media/pitches/rewrite.ts';
import type { Rewrite } from '../../src/newsroom/media/pitches/types.ts';
import { answerShape, itemShape, writeForMedia } from './_pitches.ts';

export const rewritesOutput = z.object({
  ...answerShape,
  items: listOf('Items in the order of media_ids.', {
    ...itemShape,
    title: z.string().describe('Headline of the article.'),
    body: z.string().describe('Text for this outlet.'),
    changes: listOf('Edits made by rules; empty for text by a model.', {
      what: z.enum(['order', 'headline']).describe('Part that was edited.'),
      before: z.string().describe('Previous opening, or the headline.'),
      after: z.string().describe('Text after the edit.'),
      why: z.string().describe('Reason in one sentence, in the language of the text.'),
    }),
    facts_preserved: z.boolean().describe('`true`: numbers, dates, names, quotations and addresses match the article.'),
  }),
});

const BLANK = { title: '', body: '', changes: [], facts_preserved: false, unverified: [] };

interface RewriteFields extends Omit<Rewrite, 'unverified'> {
  unverified: { text: string; why: 'not_in_input' }[];
}

export const rewriteForMedia = (
  ctx: CallContext,
  { article_id: articleId, media_ids: mediaIds }: { article_id: number; media_ids: number[] },
  isBatch: boolean,
) =>
  writeForMedia<RewriteFields>(ctx, {
    articleId,
    mediaIds,
    isBatch,
    repeatsArticle: true,
    blank: BLANK,
    prepare: (news, clock) => {
      const rewrite = createRewriter(news, clock);
      const hasModel = ctx.services.models.identify(ctx) !== null;
      return async (target) => {
        const rules = rewrite(target.outlet);
        const reply = hasModel ? await askForRewrite(ctx, target, rules) : null;
        const text = reply?.written ?? rules;
        return { fields: { ...text, unverified: [...text.unverified] }, part: reply?.part ?? null };
      };
    },
  });
