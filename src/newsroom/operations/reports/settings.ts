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
  daily_limit: z.number().int().describe('Maximum number of emails per day, over all campaigns.'),
  schedule: objectOf('Start time of the daily diagnosis emails.', {
    hour: z.number().int().describe('Hour, 0 to 23.'),
    minute: z.number().int().describe('Minute, 0 to 59.'),
    timezone: z.string().describe('Time zone of the server.'),
  }),
  categories: z.array(z.string()).describe('Target categories in the given order; empty means all.'),
  paused: z.boolean().describe('`true` if all email is paused.'),
  paused_reason: z.string().nullable().describe('Reason for the pause: operator, or the cause of an automatic pause.'),
  send_window: objectOf('Hours in which diagnosis emails may be sent.', {
    from: z.string().describe('Time in HH:MM format.'),
    to: z.string().describe('Time in HH:MM format.'),
    weekdays: z.array(z.number().int()).describe('Weekdays as numbers; 1 is Monday.'),
  }),
  outreach_enabled: z.boolean().describe('`true` if the server sends diagnosis emails.'),
  updated_at: z.string().describe('ISO 8601 timestamp with offset.'),
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
  changed: z.boolean().describe('`false` if nothing changed.'),
  at: z.string().describe('ISO 8601 timestamp with offset.'),
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
