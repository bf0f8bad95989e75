import { defineWrite } from '../../../database/define.ts';
import { lockRows } from '../../../database/dialect.ts';
import type { Tx } from '../../../database/types.ts';
import type { TranslationRow } from '../article-tables.ts';
import { writeFeedEntry } from '../feed/entry-writes.ts';
import { closeGap } from './gap-writes.ts';
import { hashContent } from './hash.ts';

export type GoodTranslation = Omit<TranslationRow, 'created_at'>;

/**
 * Keeps a translation that has passed its checks, in place of an earlier one; the feed follows. False: the article has another
 * text now than was translated, and nothing is kept.
 */
export const storeTranslation = defineWrite(
  'articles.translate',
  async (tx: Tx, { translation }: { translation: GoodTranslation }): Promise<boolean> => {
    const { db, nowMs } = tx;
    const { article_id: id, language, ...changes } = translation;
    const article = await lockRows(tx, db.selectFrom('articles').selectAll().where('id', '=', id)).executeTakeFirst();
    if (!article || hashContent(article) !== translation.source_hash) return false;
    await db
      .insertInto('article_translations')
      .values({ ...translation, created_at: nowMs })
      .onConflict((conflict) =>
        conflict.columns(['article_id', 'language']).doUpdateSet({ ...changes, created_at: nowMs }),
      )
      .execute();
    await closeGap(tx, id, language);
    if (article.is_public === 1) await writeFeedEntry(tx, id);
    return true;
  },
);

/** Terms that a company keeps. */
export const GLOSSARY_MAX = 500;

/** Adds to the company's glossary, and replaces what it said of the same terms; beyond the most the oldest go. */
export const keepGlossary = defineWrite(
  'articles.keepGlossary',
  async (tx: Tx, { companyId, terms }: { companyId: string; terms: Record<string, string> }): Promise<void> => {
    const { db } = tx;
    const query = db.selectFrom('company_glossaries').select('terms').where('company_id', '=', companyId);
    const row = await lockRows(tx, query).executeTakeFirst();
    const glossary = new Map<string, string>(Object.entries(row ? JSON.parse(row.terms) : {}));
    for (const [term, rendering] of Object.entries(terms)) {
      glossary.delete(term);
      glossary.set(term, rendering);
    }
    const text = JSON.stringify(Object.fromEntries([...glossary].slice(-GLOSSARY_MAX)));
    await db
      .insertInto('company_glossaries')
      .values({ company_id: companyId, terms: text })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ terms: text }))
      .execute();
  },
);
