/** An article as operators see it: newsroom.md §4.8, without its text. */
import { z } from 'zod';
import { objectOf } from '../../../kernel/tool/fields.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import type { ListedArticle } from './article-reads.ts';

const text = z.string().nullable();
const words = z.array(z.string());
const at = text.describe('ISO 8601 timestamp with offset.');

export const articleOutput = z.object({
  id: z.number().int().describe('Number of the article.'),
  article_id: z.number().int().describe('Same value as `id`.'),
  source_type: z.string().describe('Key of the source.'),
  source_name: text.describe('Name of the source.'),
  external_id: text.describe('ID of the article at the source.'),
  company_id: text.describe('ID of the company; `null` for collected articles.'),
  public: z.boolean().describe('`true` if the article is in the public feed.'),
  url: text.describe('URL of the article.'),
  canonical_url: text.describe('URL without tracking parameters.'),
  title: z.string().describe('Headline of the article.'),
  subtitle: text.describe('Subheadline of the article.'),
  summary: text.describe('Summary written by this server.'),
  author: text.describe('Author named by the source.'),
  company_name: text.describe('Company that the article is about.'),
  company_url: text.describe('URL of the page.'),
  contact_email: text.describe('Email address found in the text.'),
  has_email: z.boolean().describe('`true` if the text contains an email address.'),
  category: text.describe('Most likely category.'),
  categories: words.describe('All matching categories.'),
  tags: words.describe('Keywords of the article.'),
  image_url: text.describe('URL of the image.'),
  language: z.string().describe('Language: ja, en or zh.'),
  published_at: at,
  fetched_at: at,
  content_hash: text.describe('Hash of the text.'),
  nq_score: z.number().nullable().describe('NQ score, 0 to 100.'),
  analyzed: z.boolean().describe('`true` if analyzed.'),
  stages: objectOf('Progress through the pipeline.', {
    scrape: z.object({ status: z.string().describe('Always `done` here.'), at }).describe('State of the collection.'),
    analyze: objectOf('State of the analysis.', {
      status: z.string().describe('Status: pending, done, failed or skipped.'),
      at,
      engine: text.describe('Analysis method: rules or rules+llm.'),
      error: text.describe('Text of the error.'),
    }),
    translate: objectOf('State of the translation.', {
      status: z.string().describe('Status: pending, partial, done or skipped.'),
      languages: words.describe('Languages with a finished translation.'),
    }),
    push: objectOf('State of publication and delivery.', {
      status: z.string().describe('Status: pending, done, failed or skipped.'),
      at,
      error: text.describe('Text of the error.'),
      attempts: z.number().int().describe('Number of delivery attempts.'),
    }),
    mail: objectOf('State of the diagnosis email.', {
      status: z.string().describe('Email status: none, pending, sent, suppressed or failed.'),
    }),
  }),
  status: z.string().describe('Last completed stage, or the reason why the article stopped.'),
  duplicate_of: z.number().int().nullable().describe('ID of the first article with the same URL or text.'),
  shop_slug: text.describe('Slug of the company’s profile in the feed.'),
  demo: z.boolean().describe('`true` for demonstration data.'),
  updated_at: z.string().describe('ISO 8601 timestamp with offset.'),
  deleted_at: z.null().describe('Always `null`: deleted articles are not listed.'),
});

type View = z.input<typeof articleOutput>;

type Server = Readonly<Record<'timeZone' | 'baseUrl', string>>;

export function formatArticle(article: ListedArticle, { timeZone: zone, baseUrl }: Server): View {
  const time = (ms: number | null): string | null => (ms === null ? null : formatZonedTime(ms, zone));
  const stages = describeStages(article, time);
  const { id, contact_email, is_public, is_demo, analyzed_at } = article;
  return {
    id,
    article_id: id,
    source_type: article.source_type,
    source_name: article.source_name,
    external_id: article.external_id,
    company_id: article.company_id,
    public: is_public === 1,
    url: article.url,
    canonical_url: article.canonical_url,
    title: article.title,
    subtitle: article.subtitle,
    summary: article.summary,
    author: article.author,
    company_name: article.company_name,
    company_url: article.company_url,
    contact_email,
    has_email: contact_email !== null,
    category: article.category,
    categories: parseWords(article.categories),
    tags: parseWords(article.tags),
    // Pictures of releases are on this server.
    image_url: article.image_url?.startsWith('/') ? `${baseUrl}${article.image_url}` : article.image_url,
    language: article.language,
    published_at: time(article.published_at),
    fetched_at: time(article.fetched_at),
    content_hash: article.content_hash,
    nq_score: article.nq_score,
    analyzed: analyzed_at !== null,
    stages,
    status: summarize(article, stages),
    duplicate_of: article.duplicate_of,
    shop_slug: article.shop_slug,
    demo: is_demo === 1,
    updated_at: formatZonedTime(article.updated_at, zone),
    deleted_at: null,
  };
}

function parseWords(json: string): string[] {
  const parsed: string[] = JSON.parse(json);
  return parsed;
}

function describeStages(article: ListedArticle, time: (ms: number | null) => string | null): View['stages'] {
  const { skip_reason, analyzed_at, analyze_error, analyze_due, languages, push, is_public, push_due } = article;
  const analyze =
    skip_reason !== null
      ? 'skipped'
      : analyzed_at !== null
        ? 'done'
        : analyze_due === null && analyze_error !== null
          ? 'failed'
          : 'pending';
  const translate = skip_reason !== null ? 'skipped' : (['pending', 'partial'][languages.length] ?? 'done');
  const isPushed = is_public === 1 && push_due === null && (push === null || push.state === 'pushed');
  const pushed = skip_reason !== null ? 'skipped' : isPushed ? 'done' : push?.state === 'failed' ? 'failed' : 'pending';
  return {
    scrape: { status: 'done', at: time(article.fetched_at ?? article.created_at) },
    analyze: { status: analyze, at: time(analyzed_at), engine: article.engine, error: analyze_error },
    translate: { status: translate, languages },
    push: {
      status: pushed,
      at: time(push?.tried_at ?? (isPushed ? article.published_at : null)),
      error: push?.error ?? null,
      attempts: push?.attempts ?? 0,
    },
    mail: { status: describeMail(article.mails) },
  };
}

function describeMail(states: readonly string[]): string {
  if (states.includes('sent')) return 'sent';
  if (states.some((state) => ['queued', 'retry', 'claimed', 'sending'].includes(state))) return 'pending';
  if (states.includes('suppressed')) return 'suppressed';
  return states.length > 0 ? 'failed' : 'none';
}

function summarize({ skip_reason }: ListedArticle, { analyze, translate, push }: View['stages']): string {
  if (skip_reason !== null) return `skipped(${skip_reason})`;
  if (analyze.status === 'failed') return 'failed(analyze)';
  if (push.status === 'failed') return 'failed(push)';
  if (push.status === 'done') return 'published';
  if (translate.status === 'done') return 'translated';
  return analyze.status === 'done' ? 'analyzed' : 'scraped';
}
