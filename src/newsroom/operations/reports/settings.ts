/** Operators' settings as one record: newsroom.md §4.10.2. */
import { z } from 'zod';
import { identifyActor } from '../../../identity/operators/operator.ts';
import type { CallContext } from '../../../kernel/tool/context.ts';
import { objectOf } from '../../../kernel/tool/fields.ts';
import { formatZonedTime } from '../../../lib/zoned-time.ts';
import { readSettings } from '../../mailing/outreach/settings-reads.ts';
import { SEND_WINDOW } from '../../mailing/queue/limits.ts';
import { changeNewsroom, type NewsroomChanges, type PauseState, resumeSender } from './writes.ts';

export const settingsOutput = z.object({
  daily_limit: z.number().int().describe('Mails that may be tried on a day, of all mailings together.'),
  schedule: objectOf('When the daily mailing begins.', {
    hour: z.number().int().describe('0 to 23.'),
    minute: z.number().int().describe('0 to 59.'),
    timezone: z.string().describe('The service’s zone.'),
  }),
  categories: z.array(z.string()).describe('Target categories in the order given; empty: all.'),
  paused: z.boolean().describe('`true` if all email is paused.'),
  paused_reason: z.string().nullable().describe('operator, or why it paused by itself.'),
  send_window: objectOf('When diagnosis mail may go out.', {
    from: z.string().describe('Time in HH:MM format.'),
    to: z.string().describe('Time in HH:MM format.'),
    weekdays: z.array(z.number().int()).describe('1 is Monday.'),
  }),
  outreach_enabled: z.boolean().describe('Does the server send diagnosis mail?'),
  updated_at: z.string().describe('ISO 8601 with offset.'),
  updated_by: z.string().nullable().describe('Operator who made the last change.'),
});

export async function showSettings({ services, server }: CallContext): Promise<z.input<typeof settingsOutput>> {
  const { mail, newsroom } = await readSettings(services.database.db);
  const categories: string[] = JSON.parse(newsroom.categories);
  const last = mail.updated_at > newsroom.updated_at ? mail : newsroom;
  return {
    daily_limit: mail.daily_limit,
    schedule: { hour: newsroom.hour, minute: newsroom.minute, timezone: server.timeZone },
    categories,
    paused: mail.paused === 1,
    paused_reason: mail.paused_reason,
    send_window: SEND_WINDOW,
    outreach_enabled: services.sending.limits.hasOutreach === true,
    updated_at: formatZonedTime(last.updated_at, server.timeZone),
    updated_by: last.updated_by,
  };
}

/** Changes it, with an audit row, and shows the whole. */
export async function changeSettings(ctx: CallContext, changes: NewsroomChanges) {
  await ctx.services.database.write(changeNewsroom, { ...identifyActor(ctx.principal), changes });
  return await showSettings(ctx);
}

export const pauseOutput = z.object({
  paused: z.boolean().describe('Current state: `true` if paused.'),
  changed: z.boolean().describe('false: it was so before.'),
  at: z.string().describe('ISO 8601 with offset.'),
  by: z.string().describe('Operator who made the request.'),
});

export async function setPaused(ctx: CallContext, paused: boolean): Promise<z.input<typeof pauseOutput>> {
  const who = identifyActor(ctx.principal);
  const state: PauseState = await ctx.services.database.write(changeNewsroom, { ...who, changes: { paused } });
  if (!paused) ctx.services.sending.wake();
  return { paused, changed: state.changed, at: formatZonedTime(state.atMs, ctx.server.timeZone), by: who.actor };
}

/** Only the pause that one company's bounces caused. */
export async function resumeCompany(ctx: CallContext, companyId: string): Promise<z.input<typeof pauseOutput>> {
  const who = identifyActor(ctx.principal);
  const { changed, paused, atMs } = await ctx.services.database.write(resumeSender, { ...who, companyId });
  ctx.services.sending.wake();
  return { paused, changed, at: formatZonedTime(atMs, ctx.server.timeZone), by: who.actor };
}
