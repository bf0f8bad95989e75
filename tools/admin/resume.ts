import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseOutput, setPaused } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Resume mailing',
  description: 'Lets mailing go on, also after it has paused by itself.',
  route: 'POST /admin/resume',
  effect: 'write',
  output: pauseOutput,
  run: (_input, ctx) => setPaused(ctx, false),
});
