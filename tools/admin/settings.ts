import { defineTool } from '../../src/kernel/tool/tool.ts';
import { settingsOutput, showSettings } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Email settings',
  description: 'Return the email settings: daily limit, schedule, target categories and pause.',
  route: 'GET /admin/settings',
  effect: 'read',
  output: settingsOutput,
  run: (_input, ctx) => showSettings(ctx),
});
