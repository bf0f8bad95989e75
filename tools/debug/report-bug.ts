import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatFix, foundFix, lobsterId } from './_shapes.ts';

export default defineTool({
  title: 'Report a bug',
  description:
    'Say what went wrong and get a diagnosis with the published fixes that fit. Paths, ids, numbers, addresses and secrets are taken out before anything is kept.',
  keywords: 'bug, crash, stack trace, troubleshoot, debug, 不具合, バグ, 故障, 调试',
  route: 'POST /api/v2/debug-ai',
  aliases: ['report_bug'],
  effect: 'write',
  handleField: 'lobster_id',
  input: z.object({
    lobster_id: lobsterId,
    error_description: z.string().trim().min(1).max(10_000).describe('What you did and what went wrong'),
    error_message: z.string().max(20_000).default('').describe('The error as it was printed, with its stack trace'),
  }),
  output: z.object({
    reportId: z.string().describe('Id of this report'),
    diagnosis: objectOf('What is wrong', {
      summary: z.string().describe('What went wrong, in one sentence'),
      likelyCause: z.string().describe('Why'),
      steps: z.array(z.string()).describe('What to do, in order: from a published fix, else empty'),
      confidence: z.number().describe('0 to 1'),
      source: z
        .enum(['known-fix', 'rules', 'llm'])
        .describe('A published fix that fits, the kind of error alone, or a language model'),
    }),
    fixes: z.array(foundFix).describe('Published fixes, best first; empty when none fits'),
    similarReports: z.number().int().describe('Earlier reports of the same error, at most 1,000 are counted'),
  }),
  examples: [
    {
      lobster_id: 'build-agent-7',
      error_description: 'The server does not start after a deploy.',
      error_message: 'Error: listen EADDRINUSE: address already in use :::3000',
    },
  ],
  failsWith: ['RATE_LIMITED'],
  async run({ lobster_id: lobsterId, error_description: errorDescription, error_message: errorMessage }, ctx) {
    const answer = await ctx.services.fixes.report({ lobsterId, errorDescription, errorMessage }, ctx);
    return { ...answer, fixes: answer.fixes.map(formatFix) };
  },
});
