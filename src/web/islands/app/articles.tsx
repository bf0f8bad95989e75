/** The company's published articles, in each language, with questions and answers. */
import { useState } from 'preact/hooks';
import type { Item, Output } from '../common/answers.ts';
import { Back } from '../common/back.tsx';
import { AgoCell, CardTable, Choice, Failure, Id, Show, takeForm, useAction, useRead } from '../common/parts.tsx';
import { useParam } from '../common/query.ts';
import { ApiError, ask } from '../common/workspace.ts';
import { Score } from './quality.tsx';
import { onArticles, t } from './say.ts';

type FeedArticle = Item<'feed-shop-news'>;

const LISTED_MAX = 50;
const LANGUAGES: readonly string[] = ['ja', 'en', 'zh'];

export function ArticleList() {
  const me = useRead('/auth/me');
  const slug = me.data?.company.shop_slug ?? null;
  const news = useRead(slug === null ? null : `/v1/shops/${encodeURIComponent(slug)}/news?limit=${LISTED_MAX}`);
  // Nobody has a public profile of whom nothing is public.
  const isEmpty = (me.data && slug === null) || (news.error instanceof ApiError && news.error.status === 404);
  return (
    <>
      <p class="note">{onArticles('intro')}</p>
      {isEmpty ? (
        <p class="actions">
          {onArticles('nonePublic')}
          <a class="button short" href="/app/releases">
            {onArticles('toReleases')}
          </a>
        </p>
      ) : (
        <Show loaded={news}>{({ items }) => <ArticleTable articles={items} slug={slug ?? ''} />}</Show>
      )}
      {me.error !== undefined && <Failure error={me.error} retry={me.reload} />}
    </>
  );
}

/** As a reader of it calls it. */
const nameLanguage = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

function ArticleTable({ articles, slug }: { articles: readonly FeedArticle[]; slug: string }) {
  return (
    <>
      <CardTable heads={[t('headline'), onArticles('languages'), t('nq'), t('date')]}>
        {articles.map(({ article_id: id, title, available_langs, published_at, nq_score }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`/app/articles?id=${id}`}>{title}</a>
            </th>
            <td>
              {available_langs.map((language) => (
                <span key={language} class="tag good" lang={language}>
                  {nameLanguage(language)}
                </span>
              ))}
              {LANGUAGES.some((language) => !available_langs.includes(language)) && (
                <p class="note">
                  {onArticles('missing')}:{' '}
                  {LANGUAGES.filter((language) => !available_langs.includes(language))
                    .map(nameLanguage)
                    .join(', ')}
                </p>
              )}
            </td>
            <td>
              <Score score={nq_score} />
            </td>
            <AgoCell at={published_at} />
          </tr>
        ))}
      </CardTable>
      <p class="links">
        <a href={`/v1/shops/${slug}/news`}>{onArticles('feeds')}</a>
        <a href="/v1/feed.json">{onArticles('allFeed')}</a>
      </p>
    </>
  );
}

type Translation = NonNullable<Output<'article-translations'>['translations']['en' | 'ja' | 'zh']>;

export function Article({ id }: { id: number }) {
  const reading = useRead(`/api/article-translations/${id}`);
  const [chosen, setChosen] = useParam('lang_shown');
  return (
    <Show loaded={reading}>
      {({ original_language, languages, translations, missing }) => {
        const language = languages.find((name) => name === chosen) ?? original_language;
        const text = translations[language];
        return (
          <>
            <Back
              href="/app/articles"
              list={t('articles')}
              title={translations[original_language]?.title ?? t('untitled')}
            />
            <Choice
              label={onArticles('languages')}
              value={language}
              choices={languages.map((name) => [name, nameLanguage(name)] as const)}
              onChange={setChosen}
            />
            {text ? <ArticleText text={text} language={language} /> : <p>{onArticles('missing')}</p>}
            <p class="links">
              {onArticles('public')}{' '}
              <Id id={`${location.origin}/v1/articles/${id}`}>
                <a href={`/v1/articles/${id}?lang=${language}`}>/v1/articles/{id}</a>
              </Id>
            </p>
            <TranslateForm
              id={id}
              missing={missing}
              language={language}
              original={original_language}
              onDone={reading.reload}
            />
          </>
        );
      }}
    </Show>
  );
}

function ArticleText({ text, language }: { text: Translation; language: string }) {
  const { title, summary, body, faq, status, engine, stale, checks } = text;
  return (
    <article lang={language}>
      <h2>{title}</h2>
      <p lang={document.documentElement.lang}>
        <span class={status === 'done' ? 'tag good' : 'tag'}>{onArticles(status)}</span>{' '}
        {stale && <span class="tag caution">{onArticles('stale')}</span>}{' '}
        {status === 'done' && engine && <span class="note">{onArticles('translatedBy', { engine })}</span>}{' '}
        {checks && <CheckTags checks={checks} />}
      </p>
      {summary && <p class="lead-in">{summary}</p>}
      <p class="marked">{body}</p>
      <h3 lang={document.documentElement.lang}>{onArticles('faq')}</h3>
      {faq.length === 0 ? (
        <p class="note" lang={document.documentElement.lang}>
          {onArticles('noFaq')}
        </p>
      ) : (
        <dl class="faq">
          {faq.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

function CheckTags({ checks }: { checks: NonNullable<Translation['checks']> }) {
  const tags = [
    ['numbers', checks.numbers_preserved],
    ['addresses', checks.urls_preserved],
  ] as const;
  return (
    <>
      {onArticles('checks')}:{' '}
      {tags.map(([word, isKept]) => (
        <span key={word} class={`tag ${isKept ? 'good' : 'bad'}`}>
          {onArticles(word)} {isKept ? '✓' : '✗'}
        </span>
      ))}
      {checks.terms_lost.length > 0 && (
        <span class="tag bad">{onArticles('lost', { terms: checks.terms_lost.join(t('comma')) })}</span>
      )}
    </>
  );
}

interface TranslateProps {
  id: number;
  missing: readonly string[];
  language: string;
  original: string;
  onDone: () => void;
}

/** `コトバ = Kotoba`, one a line. */
const parseGlossary = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.split('=').map((part) => part.trim()))
      .flatMap(([term = '', other = '']) => (term !== '' && other !== '' ? [[term, other] as const] : [])),
  );

function TranslateForm({ id, missing, language, original, onDone }: TranslateProps) {
  const { isBusy, error, run } = useAction();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const isAnew = missing.length === 0;
  const translate = takeForm((form) => {
    const glossary = parseGlossary(String(form.get('glossary')));
    run(async () => {
      const { errors } = await ask('POST', '/api/translate-article', {
        article_id: id,
        ...(isAnew ? { languages: [language], force: true } : {}),
        ...(Object.keys(glossary).length > 0 ? { glossary } : {}),
      });
      setFaults(errors);
      onDone();
    });
  });
  if (isAnew && language === original) return null;
  return (
    <form onSubmit={translate}>
      <label for="glossary">{onArticles('glossary')}</label>
      <textarea id="glossary" name="glossary" rows={3} maxLength={20_000} />
      <p class="actions">
        <button class="short" type="submit" disabled={isBusy}>
          {onArticles(isAnew ? 'again' : 'translate')}
        </button>
        <span class="note" role="status">
          {isBusy && onArticles('translating')}
        </span>
      </p>
      <ul class="lints">
        {Object.entries(faults).map(([name, why]) => (
          <li key={name} class="error">
            {onArticles('refused', { why })}
          </li>
        ))}
      </ul>
      {error !== undefined && <Failure error={error} />}
    </form>
  );
}
