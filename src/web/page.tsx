/** A whole page: head, shell and content, rendered on the server. Components escape what is put into them. */
import type { ComponentChildren } from '#preact';
import { render } from '#preact/render';
import type { Language } from '../locales/language.ts';
import { texts } from '../locales/texts.ts';
import { getAssetPath } from './assets.ts';
import { Shell, type ShellAccount, type ShellArea } from './components/shell.tsx';

const NAME = 'Farebox';

export interface PageParts {
  title: string;
  body: ComponentChildren;
  /** The browser goes on to this address by itself; the body should link to it as well. */
  goesTo?: string;
  /** The browser asks for this address again after so many seconds. */
  refreshSeconds?: number;
  /** Who is signed in, on pages of their own. */
  account?: ShellAccount;
  /** The pages beside this one. */
  area?: ShellArea;
  /** Of its words; default English. */
  language?: Language;
  /** For search engines and link previews, in one sentence. */
  description?: string;
  /** Of this server, as others reach it: link previews need whole addresses. */
  origin?: string;
  /** For everybody: search engines may show it. Default: it is for one reader. */
  isPublic?: boolean;
  /** Its own address is a secret: whoever it links to is not told. */
  isSecretAddress?: boolean;
  /** Room for tables instead of a narrow column. */
  isWide?: boolean;
  /** What is told of a public text beside its title, to search engines and link previews. */
  article?: ArticleHead;
  /** The body brings its own first heading. */
  hasOwnHeading?: boolean;
  /** The script of this page, by its source. */
  island?: `islands/${string}`;
}

export interface ArticleHead {
  /** The whole address that search engines should show. */
  canonical: string;
  /** ISO 8601; null for a page that isn't an article. */
  publishedAt: string | null;
  siteName: string | null;
  /** Whole address of its picture; default: the picture of this server. */
  image: string | null;
  language: string;
  /** schema.org data. */
  jsonLd: object;
  alternates: readonly { language: string; href: string }[];
  feed: { title: string; href: string } | null;
}

export function renderPage(parts: PageParts): string {
  const { title, body, language = 'en', isWide = false, hasOwnHeading = false, account, area } = parts;
  const words = texts('shell', language);
  return `<!doctype html>\n${render(
    <html lang={language}>
      <Head {...parts} />
      <body data-copy={words.copy} data-copied={words.copied}>
        <Shell language={language} isWide={isWide} account={account} area={area}>
          {hasOwnHeading ? null : <h1>{title}</h1>}
          {body}
        </Shell>
      </body>
    </html>,
  )}\n`;
}

function Head({
  title,
  description,
  origin,
  article,
  goesTo,
  refreshSeconds,
  isPublic = false,
  isSecretAddress = false,
  island,
}: PageParts) {
  const fullTitle = title === NAME ? NAME : `${title} · ${NAME}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {isPublic ? null : <meta name="robots" content="noindex" />}
      {isSecretAddress ? <meta name="referrer" content="no-referrer" /> : null}
      {goesTo === undefined ? null : <meta http-equiv="refresh" content={`0; url=${goesTo}`} />}
      {refreshSeconds === undefined ? null : <meta http-equiv="refresh" content={String(refreshSeconds)} />}
      <title>{fullTitle}</title>
      {description === undefined ? null : <meta name="description" content={description} />}
      {isPublic ? (
        <LinkPreview title={article ? title : fullTitle} description={description} origin={origin} article={article} />
      ) : null}
      {article === undefined ? null : <ArticleLinks article={article} />}
      <link rel="icon" href={getAssetPath('images/icon.svg')} type="image/svg+xml" />
      <script src={getAssetPath('islands/theme.ts')} />
      <link rel="stylesheet" href={getAssetPath('styles/base.css')} />
      <script type="module" src={getAssetPath('islands/shell.ts')} />
      {island === undefined ? null : <script type="module" src={getAssetPath(island)} />}
    </head>
  );
}

interface LinkPreviewProps {
  title: string;
  description: string | undefined;
  origin: string | undefined;
  article: ArticleHead | undefined;
}

/** Preview of a link to this page in chats and feeds (Open Graph). */
function LinkPreview({ title, description, origin, article }: LinkPreviewProps) {
  return (
    <>
      <meta property="og:type" content={article?.publishedAt ? 'article' : 'website'} />
      <meta property="og:site_name" content={article?.siteName ?? NAME} />
      <meta property="og:title" content={title} />
      {description === undefined ? null : <meta property="og:description" content={description} />}
      {article === undefined ? null : <ArticleMeta article={article} />}
      {origin === undefined || article?.image ? null : (
        <>
          <meta property="og:image" content={`${origin}${getAssetPath('images/card.png')}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

function ArticleMeta({ article: { canonical, publishedAt, image, language } }: { article: ArticleHead }) {
  return (
    <>
      <meta property="og:url" content={canonical} />
      <meta property="og:locale" content={language} />
      {publishedAt === null ? null : <meta property="article:published_time" content={publishedAt} />}
      {image === null ? null : (
        <>
          <meta property="og:image" content={image} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

function ArticleLinks({ article: { canonical, alternates, feed, jsonLd } }: { article: ArticleHead }) {
  // Nothing in it can end the element.
  const data = { __html: JSON.stringify(jsonLd).replaceAll('<', '\\u003c') };
  return (
    <>
      <link rel="canonical" href={canonical} />
      {alternates.map(({ language, href }) => (
        <link key={language} rel="alternate" hreflang={language} href={href} />
      ))}
      {feed === null ? null : <link rel="alternate" type="application/atom+xml" title={feed.title} href={feed.href} />}
      <script type="application/ld+json" dangerouslySetInnerHTML={data} />
    </>
  );
}
