import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseOutput, setPaused } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Pause all mailing',
  description: 'Stops all mailing before the next mail is begun; it stays so over restarts.',
  route: 'POST /admin/pause',
  effect: 'write',
  output: pauseOutput,
  run: (_input, ctx) => setPaused(ctx, true),
});
