import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { createReasonError } from '../../src/kernel/errors/reasons.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { TEXT_MAX } from '../../src/newsroom/analysis/analyses/analyze.ts';
import { askForQuality } from '../../src/newsroom/analysis/quality/opinions.ts';
import { qualityOutput } from '../../src/newsroom/analysis/quality/output.ts';
import { countCodePoints } from '../../src/text/code-points.ts';
import { hasLetters } from '../../src/text/language.ts';
import { requireMember } from './_shared.ts';

export default defineTool({
  title: 'Predict the news quality',
  description:
    'Score how ready a text in English, Japanese or Chinese is to be news (NQ, 0–100), with the passages that gained or lost points and ways to raise the score. It measures how a text is written, not whether it is true. Nothing is stored.',
  effect: 'read',
  keywords:
    'newsworthy, newsworthiness, is this news, rate a text, how good is this press release, score a press release, press release quality, スコア予測, プレスリリースの品質, 新闻稿评分, 预测得分',
  failsWith: ['INVALID_INPUT', 'TOO_LARGE', 'OVERLOADED'],
  input: z.object({
    text: z
      .string()
      .describe(
        `Up to ${TEXT_MAX.toLocaleString('en')} characters; a first line of up to 120 characters is the headline if more text follows.`,
      ),
  }),
  output: qualityOutput,
  examples: [
    { text: 'Studio launches Kiro\n\nStudio will launch Kiro on December 1, 2026. It costs 300 dollars a month.' },
  ],
  async run({ text }, ctx) {
    const { companyId } = requireMember(ctx);
    if (!hasLetters(text)) throw createReasonError('empty_text');
    if (countCodePoints(text) > TEXT_MAX) {
      const message = `A text has at most ${TEXT_MAX} characters.`;
      throw new FareboxError('TOO_LARGE', { message, next: 'Shorten the text.' });
    }
    const clock = { nowMs: await ctx.services.database.now(), timeZone: ctx.server.timeZone };
    const { nq } = await ctx.services.analyses.analyze({ mode: 'score', title: null, body: text, clock }, ctx);
    if (nq === null) throw new FareboxError('INTERNAL');
    const { quality } = await askForQuality(ctx, { quality: nq, text }, { operation: 'nq', companyId });
    return quality;
  },
});
