import { defineTool } from '../../src/kernel/tool/tool.ts';
import { settingsOutput, showSettings } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Settings of the newsroom',
  description:
    'What operators have set for mailing: daily limit, schedule, target categories, and whether it is paused.',
  route: 'GET /admin/settings',
  effect: 'read',
  output: settingsOutput,
  run: (_input, ctx) => showSettings(ctx),
});
