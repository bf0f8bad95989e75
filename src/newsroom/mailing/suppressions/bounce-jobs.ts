/** Reads the bounce mailbox, on one server at a time. */
import { defineJob } from '../../../jobs/define.ts';

const LOOK_MS = 10 * 60_000;

export const BOUNCE_POLL = 'bounce-poll';

export const bouncePoll = defineJob({
  kind: BOUNCE_POLL,
  itemMs: LOOK_MS,
  isDue: async ({ services: { bounceMailbox } }, lastAtMs, nowMs) => bounceMailbox.isDue(lastAtMs, nowMs),
  count: async () => 1,
  list: async (_ctx, afterKey) => (afterKey === null ? [{ key: 'mailbox', id: {}, title: 'Bounce mailbox' }] : []),
  run: (_item, ctx) => ctx.services.bounceMailbox.read(ctx),
});
