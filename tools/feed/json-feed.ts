import { z } from 'zod';
import { Bytes } from '../../src/kernel/tool/reply.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { listFeedArticles, listFeedBodies } from '../../src/newsroom/content/feed/reads.ts';
import {
  buildVersion,
  type FeedArticleJson,
  lang as langField,
  nameLanguage,
  parseArticles,
  parseLanguage,
} from './_shared.ts';

const ITEMS = 50;

export default defineTool({
  title: 'JSON Feed',
  description: `Get the ${ITEMS} newest published articles for feed readers, as JSON Feed 1.1.`,
  route: 'GET /v1/feed.json',
  effect: 'read',
  reply: 'bytes',
  input: z.object({
    lang: langField.default('').describe('Requested language; empty: the original of each.'),
  }),
  output: z.unknown(),
  answerHeaders: ['Content-Encoding'],
  examples: [{}],
  version: ({ lang }, ctx) => buildVersion(ctx, 'json-feed', nameLanguage(lang)),
  async run({ lang }, { services: { database, feed } }) {
    const { site } = feed;
    const language = parseLanguage(lang);
    const { items } = await database.read(listFeedArticles, { language, limit: ITEMS, after: null, site });
    const articles = parseArticles(items);
    const bodies = await database.read(listFeedBodies, { articles: articles.map(({ id, lang }) => ({ id, lang })) });
    const document = {
      version: 'https://jsonfeed.org/version/1.1',
      title: `News at ${new URL(site.baseUrl).host}`,
      home_page_url: `${site.baseUrl}/`,
      feed_url: `${site.baseUrl}/v1/feed.json${lang === '' ? '' : `?lang=${encodeURIComponent(nameLanguage(lang))}`}`,
      ...(language === null ? {} : { language }),
      items: articles.map((article, index) => writeItem(article, bodies[index] ?? null)),
    };
    return new Bytes(Buffer.from(JSON.stringify(document)), 'application/feed+json; charset=utf-8', 'feed.json', {
      isText: true,
    });
  },
});

function writeItem(article: FeedArticleJson, body: string | null) {
  const { url, canonical_url: origin, title, summary, author, image_url: image } = article;
  return {
    id: url,
    url,
    ...(origin === url ? {} : { external_url: origin }),
    title,
    ...(summary === null ? {} : { summary }),
    content_text: body ?? summary ?? title,
    ...(image === null ? {} : { image }),
    ...(article.published_at === null ? {} : { date_published: article.published_at }),
    date_modified: article.updated_at,
    ...(author === null
      ? {}
      : { authors: [{ name: author.name, ...(author.url === null ? {} : { url: author.url }) }] }),
    tags: article.tags,
    language: article.lang,
  };
}
