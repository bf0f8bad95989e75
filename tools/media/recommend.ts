import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { recommend, recommendOutput, TOP_MAX, topDefault } from './_recommend.ts';

export default defineTool({
  title: 'Recommend outlets',
  description:
    'Rank the outlets that suit an article or a press release, by their topics, industry, place and the results of earlier emails, with reasons on request.',
  route: 'POST /api/media/recommend',
  effect: 'read',
  keywords:
    'who would publish this, who would print this, outlets for a story, newspapers for this story, suggest media, which media, matching journalists, メディアを提案, おすすめの媒体, 推荐媒体',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: z.object({
    article_id: z.number().int().nullish().describe('ID of an article of the company, or of a public one.'),
    press_release_id: z
      .number()
      .int()
      .nullish()
      .describe('Number of a press release of the company; an article takes precedence.'),
    top_k: z.number().int().default(topDefault).describe(`Number of outlets to return, at most ${TOP_MAX}.`),
    include_reasons: z.boolean().default(false).describe('Whether to return the reasons for each outlet.'),
    include_undeliverable: z
      .boolean()
      .default(false)
      .describe('Whether to also rank outlets that can’t be emailed at present.'),
    diversity: z.number().default(1).describe('Variety at the top; 0 ranks by score only.'),
  }),
  output: recommendOutput,
  examples: [{ press_release_id: 12, top_k: 10, include_reasons: true }],
  run: (input, ctx) =>
    recommend(ctx, {
      articleId: input.article_id ?? null,
      pressReleaseId: input.press_release_id ?? null,
      topK: input.top_k,
      hasReasons: input.include_reasons,
      keepsAll: input.include_undeliverable,
      isDiverse: input.diversity !== 0,
    }),
});
