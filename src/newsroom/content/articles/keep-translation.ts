/** A translation from the article's row to its own. */
import type { Selectable } from 'kysely';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { Language } from '../../../text/language.ts';
import type { ArticleRow } from '../article-tables.ts';
import type { FeedQuestion } from '../feed/types.ts';
import { hashContent } from './hash.ts';
import type { Glossary } from './terms.ts';
import { type Translatable, translateArticle } from './translate.ts';
import { storeTranslation } from './translation-writes.ts';

type Source = Translatable & { subtitle: string | null };

export function readTranslatable(row: Selectable<ArticleRow>): Source {
  const faq: FeedQuestion[] = JSON.parse(row.faq);
  return { ...row, faq };
}

export interface KeepOptions {
  to: Language;
  glossary: Glossary;
  companyId: string | null;
  /** Id of the translator. */
  engine: string;
}

/** Null when it is done and kept, else the sentence why not. */
export async function translateAndKeep(
  ctx: CallContext,
  article: Source,
  { to, glossary, companyId, engine }: KeepOptions,
): Promise<string | null> {
  const { database } = ctx.services;
  const clock = { nowMs: await database.now(), timeZone: ctx.server.timeZone };
  const translated = await translateArticle(ctx, article, { to, glossary, companyId, clock });
  if (typeof translated === 'string') return translated;
  const { faq, checks, ...text } = translated;
  const isKept = await database.write(storeTranslation, {
    translation: {
      article_id: article.id,
      language: to,
      ...text,
      faq: JSON.stringify(faq),
      engine,
      source_hash: hashContent(article),
      checks: JSON.stringify(checks),
    },
  });
  return isKept ? null : 'The article has changed in the meantime';
}
