import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeSettings, settingsOutput } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Set the daily email limit',
  description:
    'Set how many emails can be sent per day over all campaigns; 0 stops them. A limit below today’s count stops sending immediately.',
  route: 'PUT /admin/settings/daily-limit',
  effect: 'write',
  input: z.object({
    limit: z.number().int().min(0).max(100_000).describe('Maximum number of emails per day in the server’s time zone.'),
  }),
  output: settingsOutput,
  examples: [{ limit: 50 }],
  run: ({ limit }, ctx) => changeSettings(ctx, { dailyLimit: limit }),
});
