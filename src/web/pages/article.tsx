/** The public page of a published article: a press release with its contact and downloads, or news that leads elsewhere. */
import { Page } from '../../kernel/tool/reply.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { nameLanguage, texts } from '../../locales/texts.ts';
import { LinkedText } from '../components/linked-text.tsx';
import { describeFile, ReleasePicture, type ShownPicture } from '../components/release-files.tsx';
import { ReleaseText } from '../components/release-text.tsx';
import { renderPage } from '../page.tsx';
import { toSafeHref } from '../safe-href.ts';

interface ShownFile {
  path: string;
  type: string;
  name: string;
  size: number;
  caption: string | null;
}

export interface ArticlePage {
  id: number;
  title: string;
  subtitle: string | null;
  summary: string | null;
  /** Null where the feed gives summary and facts alone. */
  body: string | null;
  /** Its language, and all that it can be read in. */
  language: Language;
  languages: readonly Language[];
  isTranslated: boolean;
  /** ISO 8601; null where its source doesn't say. */
  publishedAt: string | null;
  timeZone: string;
  /** Of this page. */
  url: string;
  /** The page it comes from; null for what is published here. */
  originalUrl: string | null;
  imageUrl: string | null;
  publisher: string | null;
  /** Its newsroom; null for a publisher without one. */
  newsroom: { name: string; path: string; logoPath: string | null } | null;
  contact: string | null;
  pictures: readonly (ShownPicture & ShownFile)[];
  attachments: readonly ShownFile[];
  /** Path of the PDF; null where there is none. */
  pdfPath: string | null;
  jsonLd: object;
  origin: string;
}

export function renderArticlePage(article: ArticlePage, language: Language): Page {
  const { title, summary, subtitle, url, originalUrl, languages, language: own } = article;
  const others = languages.filter((one) => one !== own);
  const description = summary ?? subtitle;
  return new Page(
    renderPage({
      title,
      body: <Article article={article} language={language} />,
      language,
      ...(description === null ? {} : { description }),
      origin: article.origin,
      isPublic: true,
      hasOwnHeading: true,
      article: {
        canonical: originalUrl ?? url,
        publishedAt: article.publishedAt,
        siteName: article.publisher,
        image: article.imageUrl,
        language: own,
        jsonLd: article.jsonLd,
        alternates: others.map((name) => ({ language: name, href: `${url}?lang=${name}` })),
        feed: article.newsroom && { title: article.newsroom.name, href: `${article.newsroom.path}/feed.xml` },
      },
    }),
  );
}

interface PartProps {
  article: ArticlePage;
  language: Language;
}

function Article({ article, language }: PartProps) {
  const words = texts('press', language);
  const { title, subtitle, summary, body, language: own, isTranslated, originalUrl } = article;
  const [lead, ...pictures] = article.pictures;
  // Nobody translates what is said of them.
  const spoken = isTranslated ? {} : { lang: own };
  const original = originalUrl === null ? null : toSafeHref(originalUrl);
  return (
    <article class="release">
      <Masthead article={article} language={language} />
      <div lang={own}>
        <h1>{title}</h1>
        {subtitle ? <p class="subtitle">{subtitle}</p> : null}
      </div>
      {isTranslated ? <p class="note">{words.translated}</p> : null}
      {lead ? <ReleasePicture picture={lead} {...spoken} /> : null}
      <div class="release-body" lang={own}>
        {body === null ? <p>{summary}</p> : <ReleaseText text={body} />}
      </div>
      {pictures.length > 0 ? (
        <div class="pictures">
          {pictures.map((picture) => (
            <ReleasePicture key={picture.path} picture={picture} {...spoken} />
          ))}
        </div>
      ) : null}
      {original === null ? null : (
        <p>
          <a class="button" href={original} rel="noopener">
            {words.readOriginal}
          </a>
        </p>
      )}
      <Contact article={article} language={language} />
      <Downloads article={article} language={language} />
    </article>
  );
}

function Masthead({ article, language }: PartProps) {
  const words = texts('press', language);
  const { newsroom, publisher, publishedAt, timeZone, languages, language: own, url } = article;
  return (
    <header class="masthead">
      <p>
        {newsroom?.logoPath ? <img src={newsroom.logoPath} alt="" height={40} /> : null}
        {newsroom ? <a href={newsroom.path}>{newsroom.name}</a> : publisher}
        {publishedAt === null ? null : (
          <time datetime={publishedAt}>
            {new Date(publishedAt).toLocaleDateString(language, { dateStyle: 'long', timeZone })}
          </time>
        )}
      </p>
      {languages.length > 1 ? (
        <nav class="switch" aria-label={words.languages}>
          {languages.map((name) => (
            <a key={name} href={`${url}?lang=${name}`} lang={name} aria-current={name === own ? 'true' : undefined}>
              {nameLanguage(name)}
            </a>
          ))}
        </nav>
      ) : null}
    </header>
  );
}

function Contact({ article: { contact, language: own }, language }: PartProps) {
  if (contact === null || contact.trim() === '') return null;
  return (
    <section class="press-contact">
      <h2>{texts('press', language).contact}</h2>
      <p lang={own}>
        {contact.split('\n').map((line, index) => (
          <>
            {index > 0 ? <br /> : null}
            <LinkedText text={line} />
          </>
        ))}
      </p>
    </section>
  );
}

function Downloads({ article: { pdfPath, newsroom, pictures, attachments }, language }: PartProps) {
  const words = texts('press', language);
  const files = [...attachments, ...pictures];
  if (pdfPath === null && newsroom === null) return null;
  return (
    <section>
      <h2>{words.downloads}</h2>
      <p class="links">
        {pdfPath === null ? null : <a href={pdfPath}>{words.pdf}</a>}
        {newsroom?.logoPath ? (
          <a href={newsroom.logoPath} download>
            {words.logo}
          </a>
        ) : null}
      </p>
      {files.length > 0 ? (
        <ul class="downloads">
          {files.map((file) => (
            <li key={file.path}>
              <a href={file.path} download>
                {file.caption ?? file.name}
              </a>{' '}
              <small>{describeFile(file, language)}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {newsroom ? (
        <p class="links">
          <a href={newsroom.path}>{formatText(words.moreFrom, { name: newsroom.name }, language)}</a>
          <a href={`${newsroom.path}/feed.xml`}>{words.feed}</a>
        </p>
      ) : null}
    </section>
  );
}
