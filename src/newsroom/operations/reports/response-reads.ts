/** Reads opens and clicks of all emails in a period, with machines apart from people. */
import { sql } from 'kysely';
import { defineRead } from '../../../database/define.ts';
import { countRows } from '../../../database/dialect.ts';
import type { Db, View } from '../../../database/types.ts';
import type { RefusalCause } from '../../../mail/refusal.ts';
import { type Mailing, NO_MAILINGS } from '../../mailing/queue/types.ts';

export interface Span {
  fromMs: number;
  toMs: number;
}

/** Mails, each once: when somebody first opened it or followed a link. */
export interface Responses {
  human: number;
  /** Nothing speaks for a machine, and nothing proves a person. */
  unknown: number;
  /** Mails that machines alone have touched, in every span in which they did. */
  machine: number;
}

/** Responses that may be by people. */
export const countPeople = ({ human, unknown }: Responses): number => human + unknown;

/** Of one mailing or of both, by the time of one column. */
function selectMails(
  db: Db,
  column: 'sent_at' | 'opened_at' | 'clicked_at' | 'complained_at',
  { fromMs, toMs }: Span,
  mailing?: Mailing,
) {
  const mails = db
    .selectFrom('mail_items')
    .where(`mail_items.${column}`, '>=', fromMs)
    .where(`mail_items.${column}`, '<', toMs);
  return mailing === undefined
    ? mails.where('mail_items.kind', 'not in', NO_MAILINGS)
    : mails.where('mail_items.kind', '=', mailing);
}

/** Mails for which it came then; of opens and clicks, by what may be people. */
export async function countMails(db: Db, column: Parameters<typeof selectMails>[1], span: Span): Promise<number> {
  const mails = selectMails(db, column, span).select(countRows().as('rows'));
  return (await mails.executeTakeFirstOrThrow()).rows;
}

const FIRSTS = { open: 'opened_at', click: 'clicked_at' } as const;

export async function countResponses(
  db: Db,
  kind: keyof typeof FIRSTS,
  span: Span,
  mailing?: Mailing,
): Promise<Responses> {
  const first = FIRSTS[kind];
  const responded = selectMails(db, first, span, mailing).select(countRows().as('rows'));
  const { rows } = await responded.executeTakeFirstOrThrow();
  // Whoever follows a link has the mail open, though its picture was never asked for.
  const kinds = kind === 'open' ? (['open', 'click'] as const) : ([kind] as const);
  const byPeople = await responded
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mail_events')
          .select('mail_events.id')
          .whereRef('mail_events.email_id', '=', 'mail_items.id')
          .where('mail_events.kind', 'in', kinds)
          .where('mail_events.actor_class', '=', 'human'),
      ),
    )
    .executeTakeFirstOrThrow();
  // Events name a mail of a mailing or none.
  const touched = db
    .selectFrom('mail_events')
    .innerJoin('mail_items', 'mail_items.id', 'mail_events.email_id')
    .select(sql<number>`cast(count(DISTINCT mail_events.email_id) as bigint)`.as('rows'))
    .where('mail_events.at', '>=', span.fromMs)
    .where('mail_events.at', '<', span.toMs)
    .where('mail_events.kind', '=', kind)
    .where(`mail_items.${first}`, 'is', null);
  const own = mailing === undefined ? touched : touched.where('mail_items.kind', '=', mailing);
  const machine = (await own.executeTakeFirstOrThrow()).rows;
  return { human: byPeople.rows, unknown: rows - byPeople.rows, machine };
}

/** Complaints beside the mails that were sent. */
export const readComplaints = defineRead(
  'reports.readComplaints',
  async ({ db }: View, span: Span): Promise<{ complaints: number; sent: number }> => {
    const complaints = await countMails(db, 'complained_at', span);
    // Mostly there are none, and then nothing has to be counted.
    return { complaints, sent: complaints === 0 ? 0 : await countMails(db, 'sent_at', span) };
  },
);

/** Senders that are paused for their bounces; the service's own mailing has an empty id. */
export const listBraked = defineRead(
  'reports.listBraked',
  async ({ db }: View, { most }: { most: number }): Promise<{ companyId: string; name: string | null }[]> => {
    const brakes = db.selectFrom('mail_brakes').leftJoin('companies', 'companies.id', 'mail_brakes.company_id');
    const rows = brakes
      .where('mail_brakes.lifted_at', 'is', null)
      .select(['mail_brakes.company_id as companyId', 'companies.name']);
    return await rows.orderBy('paused_at').limit(most).execute();
  },
);

/** Mails refused since then, by cause, without those to recipients that don't exist. */
export const countRefusals = defineRead(
  'reports.countRefusals',
  async ({ db }: View, { fromMs }: { fromMs: number }): Promise<Map<RefusalCause, number>> => {
    const rows = await db
      .selectFrom('mail_items')
      .select(['refusal', countRows().as('rows')])
      .where('refused_at', '>=', fromMs)
      .where('refusal', '<>', 'recipient')
      .groupBy('refusal')
      .orderBy('refusal')
      .execute();
    return new Map(rows.flatMap(({ refusal, rows: count }) => (refusal === null ? [] : [[refusal, count] as const])));
  },
);
