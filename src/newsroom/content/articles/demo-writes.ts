/** The demonstration set: loaded into an empty database, and never public outside development. */
import { defineWrite } from '../../../database/define.ts';
import type { Tx } from '../../../database/types.ts';
import { DEMO_SHOP, type DemoText } from './demo-texts.ts';
import type { ArticleFindings } from './findings.ts';
import { publishArticle, withdrawArticle } from './writes.ts';

export type DemoArticle = DemoText & { findings: ArticleFindings };

const HOUR_MS = 3_600_000;
/** The newest is so old; the others are a day and a bit apart. */
const NEWEST_MS = 2 * HOUR_MS;
const APART_MS = 26 * HOUR_MS;

/** Does nothing where there is an article already. Says how many were loaded. */
export const loadDemo = defineWrite(
  'articles.loadDemo',
  async (tx: Tx, { articles, isPublic }: { articles: readonly DemoArticle[]; isPublic: boolean }): Promise<number> => {
    const { db, nowMs } = tx;
    if (await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()) return 0;
    const times = { created_at: nowMs, updated_at: nowMs };
    const empty = { company_id: null, address: null, logo_url: null };
    await db
      .insertInto('shops')
      .values({ ...DEMO_SHOP, ...empty, ...times, is_demo: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const aged = articles.map((article, index) => ({ ...article, at: nowMs - NEWEST_MS - index * APART_MS }));
    // The oldest first: numbers of the feed rise with time.
    for (const { findings, at, ...text } of aged.reverse()) {
      const about = { company_id: null, source_type: 'demo', company_name: DEMO_SHOP.name, company_url: DEMO_SHOP.url };
      const { id } = await db
        .insertInto('articles')
        .values({ ...text, ...about, ...times, subtitle: null, is_demo: 1, published_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (isPublic) await publishArticle(tx, { articleId: id, findings });
    }
    return articles.length;
  },
);

const DEMO_MAX = 100;

/** Takes demonstration articles out of the feed: the database was begun in development. */
export const hideDemo = defineWrite('articles.hideDemo', async (tx: Tx, _none: null): Promise<number> => {
  const rows = await tx.db
    .selectFrom('articles')
    .select(['id', 'is_public'])
    .where('is_demo', '=', 1)
    .orderBy('id')
    .limit(DEMO_MAX)
    .execute();
  const publicRows = rows.filter(({ is_public }) => is_public === 1);
  for (const { id } of publicRows) await withdrawArticle(tx, id);
  return publicRows.length;
});
