import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listPrefectures } from '../../src/newsroom/media/contacts/prefectures.ts';
import { MEDIA_TYPES } from '../../src/newsroom/media/contacts/types.ts';
import { readChoice, readWord } from './_choices.ts';
import { recommend, recommendOutput, TOP_MAX, topDefault } from './_recommend.ts';

const filter = (about: string) => z.string().nullish().describe(about);

export default defineTool({
  title: 'Filter recommended outlets',
  description: 'Filter the ranking of `media-recommend` by industry, region, type of outlet or reach; the order stays.',
  route: 'GET /api/media/recommend/filter',
  effect: 'read',
  keywords: 'filter recommended media, media by region, 媒体を絞り込, 筛选媒体',
  failsWith: ['NOT_FOUND', 'INVALID_INPUT', 'OVERLOADED'],
  input: z.object({
    article_id: z.number().int().nullish().describe('ID of an article of the company, or of a public one.'),
    press_release_id: z
      .number()
      .int()
      .nullish()
      .describe('Number of a press release of the company; an article takes precedence.'),
    top_k: z
      .number()
      .int()
      .min(1)
      .default(topDefault)
      .describe(`Number of outlets to return; more than ${TOP_MAX} is read as ${TOP_MAX}.`),
    industry: filter('Key of an industry, such as it or food.'),
    region: filter('A region or a prefecture: 関東, Kansai, 東京都, Tokyo or 13.'),
    media_type: filter(`One of ${MEDIA_TYPES.join(', ')}.`),
    min_reach: z.number().int().min(0).nullish().describe('Readers; an unknown reach is 0.'),
  }),
  output: recommendOutput,
  examples: [{ press_release_id: 12, region: '関東', media_type: 'web' }],
  run(input, ctx) {
    const region = readWord(input.region);
    const industry = readWord(input.industry);
    const mediaType = readChoice('media_type', input.media_type, MEDIA_TYPES);
    const filters = {
      ...(industry === undefined ? {} : { industry }),
      ...(region === undefined ? {} : { places: [region, ...(listPrefectures(region) ?? [])] }),
      ...(mediaType === undefined ? {} : { mediaType }),
      ...(input.min_reach === null || input.min_reach === undefined ? {} : { reachMin: input.min_reach }),
    };
    return recommend(ctx, {
      articleId: input.article_id ?? null,
      pressReleaseId: input.press_release_id ?? null,
      topK: input.top_k,
      hasReasons: false,
      keepsAll: false,
      isDiverse: true,
      filter: filters,
    });
  },
});
