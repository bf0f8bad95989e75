/** Sets up a subject test, splits the recipients, and sends the winner to the rest: one row for each recipient, sent once. */
import { defineWrite } from '../../../../database/define.ts';
import type { Tx } from '../../../../database/types.ts';
import { createReasonError } from '../../../../kernel/errors/reasons.ts';
import { createStateError } from '../../../common/campaign-states.ts';
import { UNTIL_DECIDED } from '../../queue/types.ts';
import { readLocalSchedule } from '../local/local-time.ts';
import { planSchedule, setDueTimes } from '../local/local-writes.ts';
import { changeCampaign, lockCampaign, type OwnCampaign } from '../lock-writes.ts';
import type { StoredCampaign } from '../reads.ts';
import { readFigures } from './subject-reads.ts';
import { chooseWinner, readSubjectTest, type Subject, type SubjectTest, splitGroups } from './subject-test.ts';

/** Emails of one statement. */
const PORTION = 500;
const MINUTE_MS = 60_000;
/** `sent`: everybody has got one of the two, and the figures alone are of interest. */
const DECIDABLE = ['queued', 'sending', 'paused', 'sent'];

/** Null takes it away. Throws NOT_FOUND and `campaign_state`. */
export const setSubjectTest = defineWrite(
  'campaigns.setSubjectTest',
  async (tx: Tx, { test, ...own }: OwnCampaign & { test: SubjectTest | null }): Promise<null> => {
    const row = await lockCampaign(tx, own);
    if (row.status !== 'draft') throw createStateError(row.status);
    await changeCampaign(tx, row, { subject_test: test === null ? null : JSON.stringify(test) });
    return null;
  },
);

/** Of queued emails with their times. `at`: when the first may go. The rest waits, whatever times were set before. */
export async function splitSubjects(tx: Tx, row: StoredCampaign, at: number): Promise<void> {
  const test = readSubjectTest(row.subject_test);
  if (test === null || row.subject_winner !== null) return;
  const { db, nowMs } = tx;
  const mails = await db
    .selectFrom('mail_items')
    .select(['id', 'subject_group', 'next_attempt_at'])
    .where('campaign_id', '=', row.id)
    .where('kind', '=', 'campaign')
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute();
  const known = mails.filter(({ subject_group }) => subject_group !== null);
  if (known.length === 0 && mails.length < 2) {
    await changeCampaign(tx, row, { subject_check_at: null, subject_winner: 'a', subject_decided_at: nowMs });
    return;
  }
  const ids = mails.map(({ id }) => id);
  const groups =
    known.length === 0
      ? splitGroups(
          ids.sort((one, other) => mix(one) - mix(other)),
          test.share,
        )
      : { a: [], b: [], rest: known.flatMap(({ id, subject_group }) => (subject_group === 'rest' ? [id] : [])) };
  await changeMails(tx, groups.a, { subject_group: 'a' });
  await changeMails(tx, groups.b, { subject_group: 'b', subject: test.subject });
  await changeMails(tx, groups.rest, { subject_group: 'rest', next_attempt_at: UNTIL_DECIDED });
  const rest = new Set(groups.rest);
  const dueTimes = mails.flatMap(({ id, next_attempt_at }) => (rest.has(id) ? [] : (next_attempt_at ?? [])));
  const lastAt = dueTimes.reduce((latest, due) => Math.max(latest, due), Math.max(at, nowMs));
  await changeCampaign(tx, row, { subject_check_at: lastAt + test.waitMinutes * MINUTE_MS });
}

/** Puts numbers in an order without a pattern; the same one each time. */
const mix = (id: number): number => Math.imul(id ^ 0x9e3779b9, 0x85ebca6b) >>> 0;

async function changeMails({ db }: Tx, ids: readonly number[], changes: object): Promise<void> {
  for (let start = 0; start < ids.length; start += PORTION) {
    await db
      .updateTable('mail_items')
      .set(changes)
      .where('id', 'in', ids.slice(start, start + PORTION))
      .execute();
  }
}

export interface SubjectChoice extends OwnCampaign {
  /** Null: by the figures, once the test has run its time. */
  winner: Subject | null;
  userId: number | null;
}

/** Once for each test. Throws NOT_FOUND and `campaign_state`. */
export const decideSubject = defineWrite(
  'campaigns.decideSubject',
  async (tx: Tx, { winner: chosen, userId, ...own }: SubjectChoice): Promise<null> => {
    const row = await lockCampaign(tx, own);
    const test = readSubjectTest(row.subject_test);
    const isOpen = test !== null && row.subject_winner === null && DECIDABLE.includes(row.status);
    if (!isOpen) {
      if (chosen === null) await changeCampaign(tx, row, { subject_check_at: keepCheck(row) });
      else
        throw createReasonError('campaign_state', { message: 'No subject test waits for a winner in this campaign' });
      return null;
    }
    const winner = chosen ?? (await findWinner(tx, row, test));
    if (winner === null) return null;
    await changeCampaign(tx, row, {
      subject_winner: winner,
      subject_decided_at: tx.nowMs,
      subject_decided_by: userId,
      subject_check_at: null,
    });
    await tx.db
      .updateTable('mail_items')
      .set({ next_attempt_at: tx.nowMs, ...(winner === 'b' ? { subject: test.subject } : {}) })
      .where('campaign_id', '=', row.id)
      .where('kind', '=', 'campaign')
      .where('subject_group', '=', 'rest')
      .where('status', '=', 'queued')
      .execute();
    const local = readLocalSchedule(row.local_schedule);
    // Where that time has passed, the rest goes at the same time of a later day, whatever the test's emails did.
    if (local !== null) await setDueTimes(tx, await planSchedule(tx, row, { ...local, ifPassed: 'next_day' }, 'rest'));
    return null;
  },
);

/** One that is yet to start, or that a person starts, is looked at again. */
const keepCheck = (row: StoredCampaign): number | null =>
  row.status === 'scheduled' && row.send_at !== null ? row.send_at + MINUTE_MS : null;

/** Null: the test goes on, or somebody chooses. */
async function findWinner(tx: Tx, row: StoredCampaign, test: SubjectTest): Promise<Subject | null> {
  const figures = await readFigures(tx.db, row.company_id, row.id);
  const isRunning = figures.a.waiting + figures.b.waiting > 0;
  const lastSentAt = Math.max(figures.a.lastSentAt ?? 0, figures.b.lastSentAt ?? 0);
  const waitMs = test.waitMinutes * MINUTE_MS;
  const lastDueAt = Math.max(figures.a.lastDueAt ?? 0, figures.b.lastDueAt ?? 0);
  const endsAt = isRunning ? Math.max(tx.nowMs + MINUTE_MS, lastDueAt + waitMs) : lastSentAt + waitMs;
  if (endsAt > tx.nowMs) {
    await changeCampaign(tx, row, { subject_check_at: endsAt });
    return null;
  }
  if (test.isAutomatic) return chooseWinner(figures, test.metric);
  await changeCampaign(tx, row, { subject_check_at: null });
  return null;
}
