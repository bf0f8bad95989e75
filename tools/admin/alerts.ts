import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import '../../src/signals/alerts/service.ts';

export default defineTool({
  title: 'Alerts',
  description: 'Return the open alerts of all servers, newest first, and those resolved within the last seven days.',
  route: 'GET /admin/alerts',
  effect: 'read',
  output: z.object({
    items: listOf('Open alerts first, then resolved ones.', {
      code: z.string().describe('Code of the alert, as documented in docs/operating.md.'),
      subject: z
        .string()
        .describe('Provider, tool, job or account that the alert is about; empty for the whole server.'),
      severity: z.enum(['info', 'warn', 'error']).describe('Severity of the alert.'),
      text: z.string().describe('Description of the problem and the action to take, in English.'),
      state: z.enum(['open', 'resolved']).describe('`resolved` once the cause is gone.'),
      opened_at: z.string().describe('ISO 8601 timestamp in UTC.'),
      resolved_at: z.string().nullable().describe('ISO 8601 UTC; `null` while it is open.'),
      notified: z
        .enum(['open', 'resolved'])
        .nullable()
        .describe('Latest notification sent about the alert; `null` if none was sent.'),
    }),
  }),
  async run(_input, ctx) {
    const rows = await ctx.services.alerts.refresh(ctx);
    return {
      items: rows.map(({ code, subject, severity, text, state, opened_at, resolved_at, told }) => ({
        ...{ code, subject, severity, text, state },
        opened_at: new Date(opened_at).toISOString(),
        resolved_at: resolved_at === null ? null : new Date(resolved_at).toISOString(),
        notified: told,
      })),
    };
  },
});
