import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { lobsterId } from './_shapes.ts';

export default defineTool({
  title: 'Contribute a fix',
  description:
    'Offer a fix that worked for you, in plain words and steps. A moderator publishes it; with a key, its account is then rewarded. Text with secrets, script or instructions to a model is refused.',
  route: 'POST /api/v2/debug-ai/contribute',
  aliases: ['contribute_fix'],
  effect: 'write',
  handleField: 'contributed_by',
  input: z.object({
    error_description: z.string().min(1).max(4_000).describe('The error: its text, and when it comes'),
    fix_description: z
      .string()
      .min(1)
      .max(8_000)
      .describe('What to do, one step a line, and how to see that it worked'),
    contributed_by: lobsterId,
  }),
  output: z.object({
    fixId: z.string().describe('Id of the fix; of a merged one, of the fix that says the same'),
    status: z
      .enum(['pending', 'merged', 'published'])
      .describe('pending: a moderator will look at it. merged: another fix says the same'),
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
