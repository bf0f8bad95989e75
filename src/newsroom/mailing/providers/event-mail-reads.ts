/** Finds the email that an event of a mail provider is about. */
import { defineRead } from '../../../database/define.ts';
import type { View } from '../../../database/types.ts';
import { DAY_MS } from '../../../lib/durations.ts';

/** Providers tell of complaints weeks later. */
const SENT_WITHIN_MS = 60 * DAY_MS;
const MAILS_MAX = 50;

export interface EventMailQuery {
  /** The email that the event names, by whatever way; null: only its recipient is known. */
  mailId: number | null;
  /** With it, the email must have this Message-ID. */
  messageId: string | null;
  norm: string;
  subject: string | null;
}

/** Id of the email, or of the last one to this address with this subject; null if there is none. */
export const findEventMail = defineRead(
  'mailProviders.findEventMail',
  async ({ db, nowMs }: View, { mailId, messageId, norm, subject }: EventMailQuery): Promise<number | null> => {
    if (mailId !== null) {
      const named = await db
        .selectFrom('mail_items')
        .select(['id', 'message_id', 'address_norm'])
        .where('id', '=', mailId)
        .executeTakeFirst();
      if (named && (named.message_id === messageId || named.address_norm === norm)) return named.id;
    }
    const sent = await db
      .selectFrom('mail_items')
      .select(['id', 'subject'])
      .where('address_norm', '=', norm)
      .where('sent_at', '>', nowMs - SENT_WITHIN_MS)
      .orderBy('id', 'desc')
      .limit(MAILS_MAX)
      .execute();
    return sent.find((mail) => subject === null || mail.subject === subject)?.id ?? null;
  },
);
