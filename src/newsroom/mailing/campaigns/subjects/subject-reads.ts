/** Results of a subject test. */
import { sql } from 'kysely';
import { countRows } from '../../../../database/dialect.ts';
import type { Db } from '../../../../database/types.ts';
import { selectCampaignMails } from '../../queue/reads.ts';
import { NO_FIGURES, type SubjectFigures, type SubjectGroup } from './subject-test.ts';

const countIf = (condition: ReturnType<typeof sql>) =>
  sql<number>`cast(count(CASE WHEN ${condition} THEN 1 END) as bigint)`;

export async function readFigures(
  db: Db,
  companyId: string,
  campaignId: number,
): Promise<Record<SubjectGroup, SubjectFigures>> {
  const rows = await selectCampaignMails(db, companyId, campaignId)
    .select(({ fn }) => [
      'subject_group',
      countRows().as('recipients'),
      countIf(sql`status = 'sent'`).as('sent'),
      countIf(sql`status = 'sent' AND bounced_at IS NULL`).as('delivered'),
      // Whoever clicks has opened it, pictures or not.
      countIf(sql`opened_at IS NOT NULL OR clicked_at IS NOT NULL`).as('opened'),
      countIf(sql`clicked_at IS NOT NULL`).as('clicked'),
      countIf(sql`status IN ('queued', 'retry', 'claimed', 'sending')`).as('waiting'),
      fn.max('sent_at').as('lastSentAt'),
      sql<number | null>`max(CASE WHEN status IN ('queued', 'retry') THEN next_attempt_at END)`.as('lastDueAt'),
    ])
    .where('subject_group', 'is not', null)
    .groupBy('subject_group')
    .execute();
  const find = (group: SubjectGroup): SubjectFigures => {
    const row = rows.find(({ subject_group }) => subject_group === group);
    if (!row) return NO_FIGURES;
    const { subject_group: _, lastSentAt, lastDueAt, ...counts } = row;
    const toTime = (ms: number | null): number | null => (ms === null ? null : Number(ms));
    return { ...counts, lastSentAt: toTime(lastSentAt), lastDueAt: toTime(lastDueAt) };
  };
  return { a: find('a'), b: find('b'), rest: find('rest') };
}

/** Campaigns whose test may have ended. */
export const listSubjectChecks = (db: Db, nowMs: number, afterId: number, most: number) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'company_id', 'name'])
    .where('subject_check_at', '<=', nowMs)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(most)
    .execute();

export const findCheck = (db: Db, id: number) =>
  db
    .selectFrom('campaigns')
    .select('company_id')
    .where('id', '=', id)
    .where('subject_check_at', 'is not', null)
    .executeTakeFirst();
