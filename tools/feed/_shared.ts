/** Shared by feed operations: the article as shown, its languages, and versions of answers. */
import { z } from 'zod';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { listOf } from '../../src/kernel/tool/fields.ts';
import type { AnswerVersion } from '../../src/kernel/tool/reply.ts';
import { findShop, readShopDetails, type Shop, type ShopDetails } from '../../src/newsroom/content/feed/reads.ts';
import type { FeedState } from '../../src/newsroom/content/feed/types.ts';
import type { Language } from '../../src/text/language.ts';
import { truncate } from '../../src/text/truncate.ts';

const LANG_CHARS_MAX = 35;

export const lang = z
  .string()
  .describe('`ja`, `en` or `zh`, with or without a region. Articles without that language come in their original one.');

/** `en-US` → `en`; null for a language that nothing is translated into. */
export function parseLanguage(text: string): Language | null {
  const [prefix = ''] = text.toLowerCase().split(/[-_]/);
  return prefix === 'ja' || prefix === 'en' || prefix === 'zh' ? prefix : null;
}

/** The language as answers tell it. */
export const nameLanguage = (text: string): string => parseLanguage(text) ?? truncate(text, LANG_CHARS_MAX);

/** With a key the answer is the same, but kept for its caller alone. */
export async function buildVersion(
  { services: { feed }, principal }: CallContext,
  ...parts: readonly (string | number | boolean | null)[]
): Promise<AnswerVersion> {
  return buildVersionAt(await feed.readState(), { services: { feed }, principal }, parts);
}

export function buildVersionAt(
  state: FeedState,
  {
    services: { feed },
    principal,
  }: { services: Pick<CallContext['services'], 'feed'>; principal: CallContext['principal'] },
  parts: readonly (string | number | boolean | null)[],
): AnswerVersion {
  const hasKey = principal.kind !== 'anonymous';
  return {
    etag: feed.buildTag(state, [hasKey, ...parts]),
    headers: {
      'Cache-Control': `${hasKey ? 'private' : 'public'}, max-age=30`,
      Vary: 'Accept, Accept-Encoding, X-API-Key, Authorization',
      ...(state.changedAt > 0 ? { 'Last-Modified': new Date(state.changedAt).toUTCString() } : {}),
    },
  };
}

/** Throws NOT_FOUND for a slug that nobody has, and for a publisher of whom nothing is public. */
export async function requireShop(
  { services: { database } }: CallContext,
  slug: string,
): Promise<{ shop: Shop; facts: ShopDetails }> {
  const shop = await findShop(database.db, slug);
  const facts = shop && (await database.read(readShopDetails, { shopId: shop.id }));
  if (!shop || !facts || facts.articles === 0) throw new FareboxError('NOT_FOUND', { message: 'Publisher not found' });
  return { shop, facts };
}

const time = (about: string) => z.string().describe(`${about} ISO 8601 in the server’s time zone.`);

export const shopName = z.object({
  slug: z.string().describe('Slug for /v1/shops/{slug}.'),
  name: z.string().describe('Name as displayed.'),
});

const publicFile = {
  url: z.string().describe('URL of the file.'),
  type: z.string().describe('Media type, such as image/jpeg.'),
  name: z.string().describe('File name for downloads.'),
  size: z.number().int().describe('Size in bytes.'),
  caption: z.string().nullable().describe('Caption of the picture or title of the attachment.'),
};

export const feedArticle = z.object({
  id: z.number().int().describe('Number of the article.'),
  article_id: z.number().int().describe('Same value as `id`.'),
  seq: z.string().describe('Position of the article in the feed of changes.'),
  title: z.string().describe('Headline of the article.'),
  summary: z.string().nullable().describe('Summary of the article.'),
  url: z.string().describe('URL of the article on this server.'),
  canonical_url: z.string().describe('URL of the source page; otherwise the same as the article.'),
  lang: z.string().describe('Language of this text.'),
  available_langs: z.array(z.string()).describe('All available languages of the article.'),
  translated: z.boolean().describe('`true` if the text is a translation.'),
  published_at: time('Publication time; null if the source gives none.').nullable(),
  updated_at: time('Time of the last change.'),
  category: z.string().nullable().describe('Key of the category.'),
  tags: z.array(z.string()).describe('Topics of the article.'),
  image_url: z.string().nullable().describe('URL of the image.'),
  author: z
    .object({
      name: z.string().describe('Name of the entity.'),
      url: z.string().nullable().describe('Address of the recipient.'),
    })
    .nullable()
    .describe('Author of the article.'),
  publisher: z
    .object({ name: z.string().nullable().describe('Name of the entity.') })
    .describe('Publisher of the article.'),
  shop: shopName.nullable().describe('Public profile of the publisher.'),
  nq_score: z.number().nullable().describe('News quality, 0–100.'),
  faq: listOf('Questions that the article answers.', {
    question: z.string().describe('Text of the question.'),
    answer: z.string().describe('Answer, taken from the text.'),
  }),
  facts: listOf('Figures in the text.', {
    text: z.string().describe('Excerpt from the text.'),
    value: z.number().describe('Value of the number.'),
    unit: z.string().nullable().describe('Unit of the number.'),
  }),
  pictures: listOf('Pictures of a press release; absent without any.', {
    ...publicFile,
    alt: z.string().nullable().describe('Alternative text of the picture.'),
    credit: z.string().nullable().describe('Photographer or owner of the rights.'),
    width: z.number().int().nullable().describe('Width in pixels.'),
    height: z.number().int().nullable().describe('Height in pixels.'),
  }).optional(),
  attachments: listOf('Attachments of a press release; absent without any.', publicFile).optional(),
  json_ld: z.record(z.string(), z.unknown()).describe('schema.org data as JSON-LD.'),
});

export type FeedArticleJson = z.infer<typeof feedArticle>;

/** The feed wrote this JSON itself, in this shape; the door checks it once more. */
export function parseArticles(items: string): FeedArticleJson[] {
  const articles: FeedArticleJson[] = JSON.parse(items);
  return articles;
}
