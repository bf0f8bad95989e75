/** Fills the public pages of an article and of a publisher. */
import type { CallContext } from '../../src/kernel/tool/context.ts';
import type { Page } from '../../src/kernel/tool/reply.ts';
import { chooseLanguage } from '../../src/locales/language.ts';
import { listFeedArticles, type Shop } from '../../src/newsroom/content/feed/reads.ts';
import { findPublicRelease } from '../../src/newsroom/content/releases/reads.ts';
import { renderArticlePage } from '../../src/web/pages/article.tsx';
import { renderNewsroomPage } from '../../src/web/pages/newsroom.tsx';
import { buildShopPath, findLogoPath } from './_press.ts';
import { type FeedArticleJson, parseArticles, parseLanguage } from './_shared.ts';

const LISTED = 50;

export async function showArticle(shown: FeedArticleJson, body: string | null, ctx: CallContext): Promise<Page> {
  const { id, shop, url, canonical_url: originalUrl, lang, available_langs: languages } = shown;
  const { database, feed } = ctx.services;
  const release = await findPublicRelease(database.db, id);
  const newsroom = shop && {
    name: shop.name,
    path: buildShopPath(shop.slug),
    logoPath: await findLogoPath(ctx, shop.slug),
  };
  return renderArticlePage(
    {
      ...{ id, url, body, newsroom, title: shown.title, summary: shown.summary, isTranslated: shown.translated },
      subtitle: shown.translated ? null : (release?.subtitle ?? null),
      language: parseLanguage(lang) ?? 'en',
      languages: languages.flatMap((name) => parseLanguage(name) ?? []),
      publishedAt: shown.published_at,
      timeZone: feed.site.zone,
      originalUrl: originalUrl === url ? null : originalUrl,
      imageUrl: shown.image_url,
      publisher: shown.publisher.name,
      contact: release?.contact_info ?? null,
      pictures: (shown.pictures ?? []).map(locateFile),
      attachments: (shown.attachments ?? []).map(locateFile),
      pdfPath: release ? `/v1/articles/${id}/pdf` : null,
      jsonLd: shown.json_ld,
      origin: feed.site.baseUrl,
    },
    chooseLanguage(ctx.browser?.acceptLanguage),
  );
}

/** Pages load their files from where they are themselves, whatever the feed calls this server. */
const locateFile = <File extends { url: string }>(file: File): File & { path: string } => ({
  ...file,
  path: new URL(file.url).pathname,
});

interface PublisherDetails {
  shop: Shop;
  /** All articles that are public. */
  total: number;
  jsonLd: object;
}

export async function showNewsroom({ shop, total, jsonLd }: PublisherDetails, ctx: CallContext): Promise<Page> {
  const { database, feed } = ctx.services;
  const { site } = feed;
  const query = { language: null, limit: LISTED, after: null, shopId: shop.id, site };
  const { items } = await database.read(listFeedArticles, query);
  return renderNewsroomPage(
    {
      ...{ name: shop.name, description: shop.description, site: shop.url, address: shop.address, total, jsonLd },
      path: buildShopPath(shop.slug),
      logoPath: await findLogoPath(ctx, shop.slug),
      origin: site.baseUrl,
      timeZone: site.zone,
      items: parseArticles(items),
    },
    chooseLanguage(ctx.browser?.acceptLanguage),
  );
}
