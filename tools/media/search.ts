import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findPrefecture } from '../../src/newsroom/media/contacts/prefectures.ts';
import { listCompanyMedia } from '../../src/newsroom/media/contacts/reads.ts';
import { DELIVERIES, MEDIA_TYPES } from '../../src/newsroom/media/contacts/types.ts';
import { MEDIA_SORTS, type MediaSort } from '../../src/newsroom/media/index/media-index-types.ts';
import { bringIntoRange, companyPage, describePage, rangeFields } from '../../src/newsroom/operations/reports/pages.ts';
import { cutCodePoints } from '../../src/text/truncate.ts';
import { readChoice, readWord } from './_choices.ts';
import { formatMedium, mediaItemOutput, requireMember } from './_shared.ts';

const TEXT_MAX = 500;

const counts = (about: string) => z.record(z.string(), z.number().int()).describe(about);
const filter = (about: string) => z.string().nullish().describe(about);

export default defineTool({
  title: 'Search outlets',
  description:
    'Search newsrooms and journalists by words, parts of words, industry, prefecture, type and delivery channel, page by page, with counts for further filters.',
  route: 'GET /api/media/search',
  effect: 'read',
  keywords:
    'reporters, editors, find reporters, contact of a newspaper, newsrooms, journalists by topic, find journalists, find media, newspapers, magazines, 記者を探, メディアを検索, 媒体を検索, 找记者, 搜索媒体, 查找媒体',
  failsWith: ['INVALID_INPUT', 'OVERLOADED'],
  input: z.object({
    industry: filter('Key of an industry, such as it or food.'),
    prefecture: filter('Prefecture: 東京都, 東京, Tokyo or 13.'),
    type: filter(`One of ${MEDIA_TYPES.join(', ')}.`),
    delivery: filter(`One of ${DELIVERIES.join(', ')}.`),
    q: filter(
      `Words that must all occur in name, reading, publisher, topics or profile. The first ${TEXT_MAX} characters are used.`,
    ),
    sort: filter(`One of ${MEDIA_SORTS.join(', ')}; default: relevance with q, else name.`),
    ...rangeFields,
  }),
  output: z.object({
    ...companyPage(mediaItemOutput),
    facets: objectOf('Number of matches per value, most frequent first.', {
      type: counts('Counts by type.'),
      prefecture: counts('Counts by prefecture.'),
      industry: counts('Counts by industry.'),
      delivery: counts('Counts by delivery channel.'),
    }),
    applied: z.record(z.string(), z.string()).describe('Applied filters, as understood.'),
    sort: z.enum(MEDIA_SORTS).describe('Applied sort order.'),
  }),
  examples: [{}, { q: '自治体 議事録', prefecture: 'Tokyo', sort: '-reach' }],
  async run(input, ctx) {
    const { companyId } = requireMember(ctx);
    const { contacts, database } = ctx.services;
    const filters = {
      industry: readWord(input.industry),
      prefecture: readPrefecture(input.prefecture),
      type: readChoice('type', input.type, MEDIA_TYPES),
      delivery: readChoice('delivery', input.delivery, DELIVERIES),
    };
    const text = cutCodePoints(readWord(input.q) ?? '', TEXT_MAX);
    const sort = chooseSort(input.sort, text);
    const range = bringIntoRange(input.page, input.per_page);
    const query = { ...filters, text, sort, ...range };
    const { ids, total, facets } = await contacts.search(query, ctx);
    const media = await database.read(listCompanyMedia, { companyId, ids });
    const used = Object.entries({ ...filters, q: text === '' ? undefined : text });
    return {
      items: media.map((medium) => formatMedium(medium, ctx)),
      ...describePage(total, range),
      facets,
      applied: Object.fromEntries(used.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      sort,
    };
  },
});

/** Places outside Japan's prefectures are compared as they are. */
function readPrefecture(text: string | null | undefined): string | undefined {
  const word = readWord(text);
  return word === undefined ? undefined : (findPrefecture(word)?.name ?? word);
}

function chooseSort(wanted: string | null | undefined, text: string): MediaSort {
  const match = MEDIA_SORTS.find((sort) => sort === wanted);
  const fallback = text === '' ? 'name' : 'relevance';
  return match === undefined || (match === 'relevance' && text === '') ? fallback : match;
}
