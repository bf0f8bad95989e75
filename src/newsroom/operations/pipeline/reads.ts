/** Reads waiting work of the pipeline. */
import { countRows } from '../../../database/dialect.ts';
import type { Db } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';

const STAGES = { analyze: 'analyze_due', push: 'push_due' } as const;
export type Stage = keyof typeof STAGES;

/** Collected articles that wait for this stage, by rising ids. */
export const listWaiting = (
  db: Db,
  stage: Stage,
  afterId: number,
  most: number,
): Promise<{ id: number; title: string }[]> =>
  db
    .selectFrom('articles')
    .select(['id', 'title'])
    .where(STAGES[stage], 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();

export async function countWaiting(db: Db, stage: Stage): Promise<number> {
  const waiting = db.selectFrom('articles').select(countRows().as('count')).where(STAGES[stage], 'is not', null);
  return (await waiting.executeTakeFirstOrThrow()).count;
}

/** Articles that lack one of these languages, by rising ids. */
export async function listUntranslated(
  db: Db,
  languages: readonly Language[],
  afterId: number,
  most: number,
): Promise<number[]> {
  const ids = new Set<number>();
  for (const language of languages) {
    const rows = await db
      .selectFrom('article_translation_gaps')
      .select('article_id')
      .where('due', 'is not', null)
      .where('language', '=', language)
      .where('article_id', '>', afterId)
      .orderBy('article_id')
      .limit(most)
      .execute();
    for (const { article_id } of rows) ids.add(article_id);
  }
  return [...ids].sort((a, b) => a - b).slice(0, most);
}

export async function countUntranslated(db: Db, languages: readonly Language[]): Promise<number> {
  const gaps = db.selectFrom('article_translation_gaps').where('due', 'is not', null);
  const { count } = await gaps
    .where('language', 'in', languages)
    .select((eb) => eb.fn.count<number>('article_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those whose translations are the oldest. */
export async function listOldestTranslated(db: Db, languages: readonly Language[], most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('article_translations')
    .select('article_id')
    .where('language', 'in', languages)
    .orderBy('created_at')
    .limit(most * languages.length)
    .execute();
  return [...new Set(rows.map(({ article_id }) => article_id))].slice(0, most);
}
