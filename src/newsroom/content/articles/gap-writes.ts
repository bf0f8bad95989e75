/** Missing languages of analyzed articles, for batch translation. */
import type { Selectable } from 'kysely';
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import type { ArticleRow } from '../article-tables.ts';

const LANGUAGES: readonly Language[] = ['ja', 'en', 'zh'];
const FAILURES_MAX = 3;

/** For an article whose text was analysed or published: languages that it does not have of this very text. */
export async function noteGaps(
  { db }: Tx,
  { id, language, content_hash, is_demo }: Pick<Selectable<ArticleRow>, 'id' | 'language' | 'content_hash' | 'is_demo'>,
): Promise<void> {
  if (is_demo === 1) return;
  const held = db.selectFrom('article_translations').select('language').where('article_id', '=', id);
  const rows = await held.where('source_hash', '=', content_hash ?? '').execute();
  const present = new Set<Language>([language, ...rows.map((row) => row.language)]);
  for (const missing of LANGUAGES.filter((one) => !present.has(one))) {
    const anew = { due: 1, failures: 0, error: null } as const;
    await db
      .insertInto('article_translation_gaps')
      .values({ article_id: id, language: missing, ...anew })
      .onConflict((conflict) => conflict.columns(['article_id', 'language']).doUpdateSet(anew))
      .execute();
  }
}

export async function closeGap({ db }: Tx, articleId: number, language: Language): Promise<void> {
  const gap = db.deleteFrom('article_translation_gaps').where('article_id', '=', articleId);
  await gap.where('language', '=', language).execute();
}

export interface FailedTranslation {
  articleId: number;
  language: Language;
  error: string;
}

/** After three of them it waits no longer, until its text changes. */
export const noteTranslationFailure = defineWrite(
  'articles.failTranslation',
  async ({ db }: Tx, { articleId, language, error }: FailedTranslation): Promise<null> => {
    const query = db.selectFrom('article_translation_gaps').select('failures').where('article_id', '=', articleId);
    const gap = await query.where('language', '=', language).executeTakeFirst();
    if (!gap) return null;
    const failures = gap.failures + 1;
    await db
      .updateTable('article_translation_gaps')
      .set({ failures, error, due: failures >= FAILURES_MAX ? null : 1 })
      .where('article_id', '=', articleId)
      .where('language', '=', language)
      .execute();
    return null;
  },
);
