import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { changeSettings, settingsOutput } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Set the schedule',
  description: 'Set the start time of the daily diagnosis emails, in the server’s time zone.',
  route: 'PUT /admin/settings/schedule',
  effect: 'write',
  input: z.object({
    hour: z.number().int().min(0).max(23).describe('Hour, 0 to 23.'),
    minute: z.number().int().min(0).max(59).describe('Minute, 0 to 59.'),
  }),
  output: settingsOutput,
  examples: [{ hour: 10, minute: 0 }],
  run: (schedule, ctx) => changeSettings(ctx, { schedule }),
});
