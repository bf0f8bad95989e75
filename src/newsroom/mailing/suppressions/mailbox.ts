/** Polls the mailbox that bounces are delivered to. Rules: newsroom.md §9.1. */

import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import type { Mailbox } from '../../../mail/mailbox-types.ts';
import { takeReturn } from './intake.ts';

declare module '../../../kernel/tool/context.ts' {
  interface Services {
    bounceMailbox: BounceMailbox;
  }
}

export interface BounceMailbox {
  /** Is there one, and was it last looked into long enough ago? */
  isDue(lastAtMs: number | null, nowMs: number): boolean;
  /** Takes all that is in it. Rejects when it can't be read, and at once while that was the case a moment ago. */
  read(ctx: Pick<CallContext, 'services' | 'log' | 'signal'>): Promise<void>;
}

const EVERY_MS = 60_000;
const PATIENCE_MAX_MS = 15 * 60_000;
/** Messages of one conversation, and conversations of one look. */
const MESSAGES_MAX = 50;
const ROUNDS_MAX = 100;

/** `mailbox` null: nothing is ever read. */
export function openBounceMailbox(mailbox: Mailbox | null): BounceMailbox {
  let failures = 0;
  let notBefore = 0;
  return {
    isDue: (lastAtMs, nowMs) =>
      mailbox !== null && Date.now() >= notBefore && (lastAtMs === null || nowMs - lastAtMs >= EVERY_MS),
    async read(ctx) {
      if (mailbox === null) return;
      // A job tries what has failed again at once: a wrong password is not told to a server three times in a row.
      if (Date.now() < notBefore) throw createUnreadableError();
      try {
        await readAll(mailbox, ctx);
        failures = 0;
      } catch (thrown) {
        if (ctx.signal.aborted) throw thrown;
        failures++;
        notBefore = Date.now() + Math.min(PATIENCE_MAX_MS, EVERY_MS * 2 ** (failures - 1));
        throw createUnreadableError(thrown);
      }
    },
  };
}

async function readAll(mailbox: Mailbox, ctx: Parameters<BounceMailbox['read']>[0]): Promise<void> {
  const take = async (raw: Uint8Array): Promise<void> => {
    await takeReturn(ctx, raw);
  };
  for (let round = 0; round < ROUNDS_MAX; round++)
    if ((await mailbox.poll(take, MESSAGES_MAX, ctx.signal)) < MESSAGES_MAX) return;
}

const createUnreadableError = (cause?: unknown): FareboxError =>
  new FareboxError('UPSTREAM_FAILED', { message: 'The mailbox in BOUNCE_MAILBOX_URL could not be read', cause });
