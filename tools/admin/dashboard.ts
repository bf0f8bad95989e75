import { z } from 'zod';
import { listOf, objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findZonedMonth, formatZonedTime } from '../../src/lib/zoned-time.ts';
import { addDays, findDayStart, readDayOf } from '../../src/newsroom/common/days.ts';
import { findNextMailing } from '../../src/newsroom/mailing/outreach/schedule-reads.ts';
import { ALL, countUsed } from '../../src/newsroom/mailing/queue/budget-writes.ts';
import { ALERT_CODES, listAlerts } from '../../src/newsroom/operations/reports/alerts.ts';
import { readFigures, type SplitFigures } from '../../src/newsroom/operations/reports/period-reads.ts';
import { countUnknownMails } from '../../src/newsroom/operations/reports/reads.ts';
import { settingsOutput, showSettings } from '../../src/newsroom/operations/reports/settings.ts';

const figures = z.object({
  articles: z.number().int().describe('Number of new articles of every kind.'),
  analyzed: z.number().int().describe('Number of analyzed articles.'),
  mail: objectOf('Figures of all emails.', {
    queued: z.number().int().describe('Emails waiting to be sent.'),
    sent: z.number().int().describe('Emails accepted by mail servers.'),
    failed: z.number().int().describe('Emails refused by mail servers.'),
    unknown: z.number().int().describe('Emails with unknown delivery status.'),
    suppressed: z.number().int().describe('Emails to suppressed addresses.'),
    by_kind: objectOf('Sent emails by kind.', {
      campaign: z.number().int().describe('Campaigns of companies.'),
      diagnosis: z.number().int().describe('Emails of this server.'),
    }),
  }),
  opens: objectOf('Number of emails by first open.', {
    human: z.number().int().describe('Opens or clicks by people.'),
    unknown: z.number().int().describe('Opens or clicks by people or machines.'),
    machine: z.number().int().describe('Opens or clicks by mail scanners and image prefetching.'),
  }),
  clicks: z.number().int().describe('Number of emails clicked for the first time, without automated clicks.'),
  signups: z.number().int().describe('Number of new companies.'),
});

export default defineTool({
  title: 'Dashboard',
  description: 'Return today’s and this month’s figures, the email schedule and the alerts that need an operator.',
  route: 'GET /admin/dashboard',
  effect: 'read',
  output: z.object({
    date: z.string().describe('Today’s date, YYYY-MM-DD.'),
    timezone: z.string().describe('Time zone of the server.'),
    schedule: objectOf('Schedule of the daily diagnosis emails.', {
      paused: settingsOutput.shape.paused,
      hour: z.number().int().describe('Hour, 0 to 23.'),
      minute: z.number().int().describe('Minute, 0 to 59.'),
      next_run_at: z.string().describe('Next start time; each day has at most one run. ISO 8601 with offset.'),
      outreach_enabled: settingsOutput.shape.outreach_enabled,
    }),
    today: figures
      .extend({
        limit: z.number().int().describe('Maximum number of emails today.'),
        remaining: z.number().int().describe('Number of remaining emails.'),
      })
      .describe('Figures since midnight.'),
    month: figures.describe('Figures since the first day of the month.'),
    alerts: listOf('List of open alerts.', {
      severity: z.enum(['info', 'warn', 'error']).describe('Severity of the alert.'),
      code: z.enum(ALERT_CODES).describe('Code of the alert.'),
      source_type: z.string().nullable().describe('Source that the alert is about.'),
      text: z.string().describe('Text of the alert.'),
    }),
  }),
  async run(_input, ctx) {
    const { database } = ctx.services;
    const { timeZone: zone } = ctx.server;
    const nowMs = await database.now();
    const date = readDayOf(nowMs, zone);
    const { month } = findZonedMonth(nowMs, zone);
    const toMs = findDayStart(addDays(date, 1), zone);
    const found: { today: SplitFigures; month: SplitFigures } = await database.read(readFigures, {
      today: { fromMs: findDayStart(date, zone), toMs },
      month: { fromMs: findDayStart(`${month}-01`, zone), toMs },
    });
    const settings = await showSettings(ctx);
    const used = await countUsed(database.db, ALL, date);
    const limit = settings.daily_limit;
    const { paused, schedule, outreach_enabled } = settings;
    const { hour, minute } = schedule;
    const next_run_at = formatZonedTime(await findNextMailing(database.db, nowMs, zone), zone);
    return {
      date,
      timezone: zone,
      schedule: { paused, hour, minute, next_run_at, outreach_enabled },
      today: { ...found.today, limit, remaining: Math.max(0, limit - used) },
      month: found.month,
      alerts: await listAlerts(ctx, await countUnknownMails(database.db)),
    };
  },
});
