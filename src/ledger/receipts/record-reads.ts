/** Reads operator records, newest first. */
import { defineRead } from '../../database/define.ts';
import type { Db, View } from '../../database/types.ts';
import type { Mode } from '../../kernel/principal.ts';
import type { AuditRow } from '../tables.ts';
import type { BookCheckRow, UpstreamDayRow } from './record-tables.ts';

export interface AuditQuery {
  /** The whole word; one of the three at most is looked up by an index, the others are compared. */
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  fromMs: number;
  toMs: number;
  before: { at: number; id: string } | null;
  limit: number;
}

/** With two words a rare pair is found a portion at a time. */
const EXAMINED_MAX = 2_000;

export interface AuditPage {
  rows: AuditRow[];
  next: { at: number; id: string } | null;
}

export const listAudit = defineRead('records.listAudit', async (view: View, query: AuditQuery): Promise<AuditPage> => {
  const { actor, action, subject, limit } = query;
  const words = [actor, action, subject].filter((word) => word !== undefined);
  const isMixed = words.length > 1;
  const examined = isMixed ? EXAMINED_MAX : limit + 1;
  const rows = await selectAudit(view.db, query).limit(examined).execute();
  const fits = (row: AuditRow): boolean =>
    (actor === undefined || row.actor === actor) &&
    (action === undefined || row.action === action) &&
    (subject === undefined || row.subject === subject);
  const matches = rows.filter(fits);
  const page = matches.slice(0, limit);
  const isCut = rows.length === examined;
  const last = matches.length > limit ? page.at(-1) : isCut ? rows.at(-1) : undefined;
  return { rows: page, next: last ? { at: last.at, id: last.id } : null };
});

/** Along the index of the rarest word. */
function selectAudit(db: Db, { actor, action, subject, fromMs, toMs, before }: AuditQuery) {
  let query = db.selectFrom('audit').selectAll().where('at', '>=', fromMs).where('at', '<', toMs);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  else if (actor !== undefined) query = query.where('actor', '=', actor);
  else if (action !== undefined) query = query.where('action', '=', action);
  if (before) {
    const { at, id } = before;
    query = query.where('at', '<=', at).where((eb) => eb.or([eb('at', '<', at), eb('id', '<', id)]));
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc');
}

/** By provider, the oldest day first. */
export const listUpstreamDays = defineRead(
  'records.listUpstreamDays',
  ({ db }: View, { mode, since }: { mode: Mode; since: string }): Promise<UpstreamDayRow[]> =>
    db
      .selectFrom('upstream_days')
      .selectAll()
      .where('mode', '=', mode)
      .where('day', '>=', since)
      .orderBy('provider')
      .orderBy('day')
      .execute(),
);

export const listBookChecks = (db: Db): Promise<BookCheckRow[]> => db.selectFrom('book_checks').selectAll().execute();
