import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeSettings, settingsOutput } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Set the daily limit',
  description:
    'Sets how many mails may be tried on a day, over all mailings; 0 stops them. Below today’s count it stops at once.',
  route: 'PUT /admin/settings/daily-limit',
  effect: 'write',
  input: z.object({ limit: z.number().int().min(0).max(100_000).describe('Mails a day of the service’s zone.') }),
  output: settingsOutput,
  examples: [{ limit: 50 }],
  run: ({ limit }, ctx) => changeSettings(ctx, { dailyLimit: limit }),
});
