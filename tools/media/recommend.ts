import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { recommend, recommendOutput, TOP_MAX, topDefault } from './_recommend.ts';

export default defineTool({
  title: 'Recommend media',
  description:
    'Ranks the media that an article or a press release is for, by what they write about, field, place and what came of earlier mails; with reasons on request.',
  route: 'POST /api/media/recommend',
  effect: 'read',
  keywords: 'suggest media, which media, matching journalists, メディアを提案, おすすめの媒体, 推荐媒体',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: z.object({
    article_id: z.number().int().nullish().describe('The company’s own article, or a public one.'),
    press_release_id: z.number().int().nullish().describe('A press release of the company; an article goes before it.'),
    top_k: z.number().int().default(topDefault).describe(`Number of outlets to return, at most ${TOP_MAX}.`),
    include_reasons: z.boolean().default(false).describe('Say why, for each.'),
    include_undeliverable: z.boolean().default(false).describe('Rank those, too, that mail may not go to now.'),
    diversity: z.number().default(1).describe('0: by score alone, without variety at the top.'),
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
