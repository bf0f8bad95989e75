/** What came of the mails of both mailings in a span of time; machines are counted apart from people. */
import { sql } from 'kysely';
import { defineRead } from '../../database/define.ts';
import { countRows } from '../../database/dialect.ts';
import type { Db, View } from '../../database/types.ts';
import { MAILINGS, type Mailing } from '../sending/types.ts';

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

/** What people may have done. */
export const countPeople = ({ human, unknown }: Responses): number => human + unknown;

const FIRSTS = { open: 'opened_at', click: 'clicked_at' } as const;

export async function countResponses(
  db: Db,
  kind: keyof typeof FIRSTS,
  { fromMs, toMs }: Span,
  mailings: readonly Mailing[] = MAILINGS,
): Promise<Responses> {
  const first = FIRSTS[kind];
  const responded = db
    .selectFrom('mail_items')
    .where('mail_items.kind', 'in', mailings)
    .where(first, '>=', fromMs)
    .where(first, '<', toMs)
    .select(countRows().as('rows'));
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
  const touched = await db
    .selectFrom('mail_events')
    .innerJoin('mail_items', 'mail_items.id', 'mail_events.email_id')
    .select(sql<number>`cast(count(DISTINCT mail_events.email_id) as bigint)`.as('rows'))
    .where('mail_events.at', '>=', fromMs)
    .where('mail_events.at', '<', toMs)
    .where('mail_events.kind', '=', kind)
    .where('mail_items.kind', 'in', mailings)
    .where(`mail_items.${first}`, 'is', null)
    .executeTakeFirstOrThrow();
  return { human: byPeople.rows, unknown: rows - byPeople.rows, machine: touched.rows };
}

/** Complaints beside the mails that were sent. */
export const readComplaints = defineRead(
  'reports.readComplaints',
  async ({ db }: View, { fromMs, toMs }: Span): Promise<{ complaints: number; sent: number }> => {
    const count = async (column: 'complained_at' | 'sent_at'): Promise<number> => {
      const mails = db.selectFrom('mail_items').select(countRows().as('rows')).where('kind', 'in', MAILINGS);
      const rows = mails.where(column, '>=', fromMs).where(column, '<', toMs);
      return (await rows.executeTakeFirstOrThrow()).rows;
    };
    const complaints = await count('complained_at');
    // Mostly there are none, and then nothing has to be counted.
    return { complaints, sent: complaints === 0 ? 0 : await count('sent_at') };
  },
);
