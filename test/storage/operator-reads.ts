/** Operators' reads of the newsroom, with rows to continue from. */
import type { Db, View } from '../../src/database/types.ts';
import { type ArticleFilter, listArticles } from '../../src/newsroom/operations/reports/article-reads.ts';
import { listNewestCosts } from '../../src/newsroom/operations/reports/cost-reads.ts';
import { readFigures, readPeriod } from '../../src/newsroom/operations/reports/period-reads.ts';
import { readPushes } from '../../src/newsroom/operations/reports/push-reads.ts';
import { countUnknownMails, listQueue } from '../../src/newsroom/operations/reports/reads.ts';
import { readComplaints } from '../../src/newsroom/operations/reports/response-reads.ts';

export const span = { fromMs: 0, toMs: 9 };
const filter: ArticleFilter = {
  ...{ q: '', category: '', hasEmail: null, isAnalyzed: null },
  ...{ sort: '-published_at', page: 1, perPage: 30 },
};

/** One of each. */
export const seed = `
  INSERT INTO articles (source_type, title, body, language, created_at, updated_at, is_public, category, published_at,
    analyzed_at, contact_email, nq_score)
    VALUES ('prtimes', 'A', 'B', 'en', 1, 1, 1, 'it', 1, 1, 'a@b.jp', 5);
  INSERT INTO mail_items (kind, lane, recipient, address, address_norm, domain, subject, body, language, edited, version,
    status, priority, message_id, attempts, retries, created_at, updated_at, complained_at)
    VALUES ('campaign', 'campaign 1', '', 'a@b.jp', 'a@b.jp', 'b.jp', 'A', 'B', 'ja', 0, 1, 'sent', 1, 'm', 1, 0, 1, 1, 1)`;

/** Pages of lists, each with the step of SQLite that comes first: the index that it is in the order of. */
export function listPages(view: View): Record<string, [string, () => Promise<unknown>]> {
  const listOf = (more: Partial<ArticleFilter>) => () => listArticles.run(view, { ...filter, ...more });
  return {
    'the newest articles': ['SCAN articles USING INDEX articles_by_time', listOf({})],
    'the oldest articles': ['SCAN articles USING INDEX articles_by_time', listOf({ sort: 'published_at' })],
    'the best articles': ['SCAN articles USING INDEX articles_by_score', listOf({ sort: '-nq_score' })],
    'articles by their titles': ['SCAN articles USING INDEX articles_by_title', listOf({ sort: 'title' })],
    'articles of a category': [
      'SEARCH articles USING INDEX articles_by_category (category=?)',
      listOf({ category: 'it' }),
    ],
    'articles with an address': ['SCAN articles USING INDEX articles_by_time', listOf({ hasEmail: true })],
    'analysed articles': ['SCAN articles USING INDEX articles_by_time', listOf({ isAnalyzed: true })],
    'the queue': ['SCAN mail_items', () => listQueue.run(view, { status: null, page: 1, perPage: 20 })],
    'the queue of a state': [
      'SEARCH mail_items USING INDEX mail_items_by_status (status=?)',
      () => listQueue.run(view, { status: 'sent', page: 1, perPage: 20 }),
    ],
    'the newest costs': [
      'SCAN upstream_costs USING INDEX upstream_costs_by_time',
      () => listNewestCosts.run(view, { most: 100 }),
    ],
  };
}

/** Figures of a time. */
export function listFigures(view: View): Record<string, () => Promise<unknown>> {
  const { db }: { db: Db } = view;
  return {
    'the figures of the dashboard': () => readFigures.run(view, { today: span, month: span }),
    'the report of a day': () => readPeriod.run(view, { now: span, before: span, zone: 'Asia/Tokyo' }),
    complaints: () => readComplaints.run(view, span),
    'mails of which nobody knows': () => countUnknownMails(db),
    'what was pushed': () => readPushes.run(view, { isLocal: false, zone: 'UTC' }),
  };
}
