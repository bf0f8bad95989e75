/** The public newsroom of a company: who they are, and what they have published. */
import { Page } from '../../kernel/tool/reply.ts';
import { formatText } from '../../locales/format.ts';
import type { Language } from '../../locales/language.ts';
import { texts } from '../../locales/texts.ts';
import { ContactLink } from '../components/contact-link.tsx';
import { renderPage } from '../page.tsx';

export interface NewsroomPage {
  name: string;
  description: string | null;
  /** Its own site. */
  site: string | null;
  address: string | null;
  /** Path of this page; its feed is below it. */
  path: string;
  logoPath: string | null;
  jsonLd: object;
  origin: string;
  timeZone: string;
  /** Newest first. */
  items: readonly NewsroomItem[];
  /** All that are public. */
  total: number;
}

export interface NewsroomItem {
  id: number;
  title: string;
  summary: string | null;
  lang: string;
  url: string;
  published_at: string | null;
}

export function renderNewsroomPage(newsroom: NewsroomPage, language: Language): Page {
  const words = texts('press', language);
  const { name, description, path, origin } = newsroom;
  const about = description ?? formatText(words.newsFrom, { name }, language);
  return new Page(
    renderPage({
      title: formatText(words.newsroomOf, { name }, language),
      body: <Newsroom newsroom={newsroom} language={language} />,
      language,
      description: about,
      origin,
      isPublic: true,
      hasOwnHeading: true,
      article: {
        canonical: `${origin}${path}`,
        publishedAt: null,
        siteName: name,
        image: null,
        language,
        jsonLd: newsroom.jsonLd,
        alternates: [],
        feed: { title: name, href: `${path}/feed.xml` },
      },
    }),
  );
}

function Newsroom({ newsroom, language }: { newsroom: NewsroomPage; language: Language }) {
  const words = texts('press', language);
  const { name, description, site, address, path, logoPath, items, total, timeZone } = newsroom;
  const writeDate = (at: string): string => new Date(at).toLocaleDateString(language, { dateStyle: 'long', timeZone });
  return (
    <>
      <header class="masthead">
        {logoPath === null ? null : <img src={logoPath} alt="" height={56} />}
        <h1>{name}</h1>
      </header>
      {description === null ? null : <p>{description}</p>}
      <p class="links">
        {site === null ? null : <ContactLink contact={site} />}
        {address === null ? null : <span>{address}</span>}
        <a href={`${path}/feed.xml`}>{words.feed}</a>
      </p>
      <h2>{words.releases}</h2>
      <ol class="news">
        {items.map(({ id, title, summary, lang, url, published_at }) => (
          <li key={id}>
            {published_at === null ? null : <time datetime={published_at}>{writeDate(published_at)}</time>}
            <a href={url} lang={lang}>
              {title}
            </a>
            {summary === null ? null : <p lang={lang}>{summary}</p>}
          </li>
        ))}
      </ol>
      {items.length < total ? <p class="note">{formatText(words.newest, { count: items.length }, language)}</p> : null}
    </>
  );
}
