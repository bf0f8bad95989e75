import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseOutput, setPaused } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Pause all email',
  description: 'Pause all email before the next message is started. The pause survives restarts.',
  route: 'POST /admin/pause',
  effect: 'write',
  output: pauseOutput,
  run: (_input, ctx) => setPaused(ctx, true),
});
