import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { lobsterId } from './_shapes.ts';

export default defineTool({
  title: 'Contribute a fix',
  description:
    'Contribute a fix that worked for you, so that others can find it. A moderator reviews it; accepted fixes earn a reward if sent with an API key. Text with secrets, scripts or instructions to a model is refused.',
  keywords: 'share a solution, submit a fix, 解決策を共有, 修正を投稿, 分享解决方案, 提交修复',
  route: 'POST /api/v2/debug-ai/contribute',
  aliases: ['contribute_fix'],
  effect: 'write',
  handleField: 'contributed_by',
  input: z.object({
    error_description: z.string().min(1).max(4_000).describe('Error text and the situation in which it occurs.'),
    fix_description: z
      .string()
      .min(1)
      .max(8_000)
      .describe('Steps of the fix, one per line, and how to check the result.'),
    contributed_by: lobsterId,
  }),
  output: z.object({
    fixId: z.string().describe('ID of the fix, or of the existing fix it was merged into.'),
    status: z
      .enum(['pending', 'merged', 'published'])
      .describe('pending: awaits review; merged: an equal fix exists; published: visible to all.'),
  }),
  examples: [
    {
      error_description: 'vite build ends with "Could not resolve ./Button" on Linux, on a Mac it works.',
      fix_description:
        '1. Compare the name in the import with the name of the file: upper and lower case differ.\n2. Rename with git mv so that Git notices.\n3. Build again.',
      contributed_by: 'build-agent-7',
    },
  ],
  failsWith: ['RATE_LIMITED', 'CONFLICT'],
  run({ error_description: errorDescription, fix_description: fixDescription, contributed_by: contributedBy }, ctx) {
    return ctx.services.fixes.contribute({ errorDescription, fixDescription, contributedBy }, ctx.principal);
  },
});
