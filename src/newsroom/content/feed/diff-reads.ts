/** The changes of the feed as its readers copy them: read a thousand at a time, and so by bytes instead of texts. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { readBytes } from '../../../database/dialect.ts';
import type { View } from '../../../database/types.ts';
import type { Language } from '../../../text/language.ts';
import { LineWriter } from './lines.ts';
import { readFeedState } from './reads.ts';
import type { FeedState, Site } from './types.ts';

export interface DiffQuery {
  /** Exclusive; 0: from the start. */
  after: number;
  /** Lines. */
  limit: number;
  /** Null: each in its original. */
  language: Language | null;
  site: Site;
}

export interface Diff {
  state: FeedState;
  /** One line of JSON for each article, each with its break, in UTF-8. */
  data: Uint8Array;
  lines: number;
  /** Number of the last line; `after` without one. */
  last: number;
  hasMore: boolean;
}

/** Lines that are read at once. */
const PORTION = 250;
/** One answer ends with the line that reaches this. */
const DIFF_BYTES_MAX = 16_777_216;

export const readDiff = defineRead('feed.diff', async (view: View, query: DiffQuery): Promise<Diff> => {
  const { after, limit, site } = query;
  const state = await readFeedState(view.db);
  const writer = new LineWriter(state.epoch, site);
  let last = after;
  let isCut = false;
  while (writer.lines < limit && writer.bytes < DIFF_BYTES_MAX && last < state.number && !isCut) {
    const most = Math.min(PORTION, limit - writer.lines);
    const rows = await selectLines(view, query.language).where('number', '>', last).limit(most).execute();
    for (const { document, ...row } of rows) {
      writer.add(row, document);
      last = row.number;
      if (writer.bytes >= DIFF_BYTES_MAX) break;
    }
    isCut = rows.length < most;
  }
  const { lines } = writer;
  return { state, data: writer.finish(), lines, last, hasMore: last < state.number && !isCut };
});

/** Each with its document in the language that was asked for, else in its original. */
function selectLines({ db, engine }: View, language: Language | null) {
  const columns = ['article_id', 'number', 'rev', 'updated_at', 'deleted_at', 'reason'] as const;
  const entries = db.selectFrom('feed_entries as entry').orderBy('number');
  const originals = entries.leftJoin('feed_documents as original', (join) =>
    join.onRef('original.article_id', '=', 'entry.article_id').onRef('original.language', '=', 'entry.language'),
  );
  const all = originals.select(columns.map((column) => `entry.${column}` as const));
  if (language === null) return all.select(readBytes({ engine }, sql.ref('original.document')).as('document'));
  return all
    .leftJoin('feed_documents as wanted', (join) =>
      join.onRef('wanted.article_id', '=', 'entry.article_id').on('wanted.language', '=', language),
    )
    .select(({ fn }) => readBytes({ engine }, fn.coalesce('wanted.document', 'original.document')).as('document'));
}
