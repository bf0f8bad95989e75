/** Pitch letters, single and batch: what both operations share. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { lintPitch } from '../../src/newsroom/media/pitches/lint.ts';
import { askForPitch } from '../../src/newsroom/media/pitches/model-words.ts';
import type { Lint, Pitch } from '../../src/newsroom/media/pitches/types.ts';
import { createPitchWriter } from '../../src/newsroom/media/pitches/write.ts';
import { createComparison } from '../../src/newsroom/media/recommend/common-ground.ts';
import { answerShape, itemShape, writeForMedia } from './_pitches.ts';

export const pitchesOutput = z.object({
  ...answerShape,
  items: listOf('Items in the order of media_ids.', {
    ...itemShape,
    subject: z.string().describe('Subject of the email.'),
    body: z.string().describe('Body in plain text.'),
    personalization: listOf('Common ground between the news and the outlet.', {
      field: z
        .enum(['recent_article', 'topic', 'locality', 'industry', 'name'])
        .describe('Profile field of the outlet.'),
      value: z.string().describe('Value in the profile.'),
      used: z.boolean().describe('`true` if it appears in the text.'),
    }),
    lint: listOf('Points to check before sending.', {
      code: z.string().describe('Code of the problem.'),
      level: z.enum(['error', 'warning', 'info']).describe('Severity of the problem.'),
      field: z.string().describe('Field that the point concerns.'),
      text: z.string().describe('Description in one sentence.'),
    }),
  }),
});

const BLANK = { subject: '', body: '', personalization: [], unverified: [], lint: [] };

interface PitchFields extends Omit<Pitch, 'unverified'> {
  unverified: { text: string; why: 'not_in_input' }[];
  lint: Lint[];
}

export const writePitches = (
  ctx: CallContext,
  { article_id: articleId, media_ids: mediaIds }: { article_id: number; media_ids: number[] },
  isBatch: boolean,
) =>
  writeForMedia<PitchFields>(ctx, {
    articleId,
    mediaIds,
    isBatch,
    repeatsArticle: false,
    blank: BLANK,
    prepare: (news, clock) => {
      const compare = createComparison(news);
      const write = createPitchWriter(news, clock);
      const hasModel = ctx.services.models.identify(ctx) !== null;
      return async (target) => {
        const rules = write(target.outlet, compare(target.outlet));
        const reply = hasModel ? await askForPitch(ctx, target, rules) : null;
        const pitch = reply?.written ?? rules;
        const lint = lintPitch(news, target.outlet, pitch);
        return { fields: { ...pitch, unverified: [...pitch.unverified], lint }, part: reply?.part ?? null };
      };
    },
  });
