import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { pauseOutput, setPaused } from '../../src/newsroom/operations/reports/settings.ts';

export default defineTool({
  title: 'Resume mailing',
  description: 'Lets mailing go on, also after it has paused by itself.',
  route: 'POST /admin/resume',
  effect: 'write',
  input: z.object({}),
  output: pauseOutput,
  examples: [{}],
  run: (_input, ctx) => setPaused(ctx, false),
});
