import { z } from 'zod';
import { objectOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatFix, foundFix, lobsterId } from './_shapes.ts';

export default defineTool({
  title: 'Report a bug',
  description:
    'Report an error and get a diagnosis with matching known fixes. Paths, IDs, numbers, addresses and secrets are removed before anything is stored. To look up fixes without a report use `search_fixes`.',
  keywords:
    'got an error, something is broken, why does this fail, diagnose an error, traceback, bug, crash, stack trace, troubleshoot, debug, 不具合, バグ, 故障, 调试',
  route: 'POST /api/v2/debug-ai',
  aliases: ['report_bug'],
  effect: 'write',
  handleField: 'lobster_id',
  input: z.object({
    lobster_id: lobsterId,
    error_description: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .describe('Description of the error: your action and the unexpected result.'),
    error_message: z.string().max(20_000).default('').describe('Error output, including the stack trace.'),
  }),
  output: z.object({
    reportId: z.string().describe('ID of this report.'),
    diagnosis: objectOf('Diagnosis of the error.', {
      summary: z.string().describe('Summary of the problem in one sentence.'),
      likelyCause: z.string().describe('Most likely cause.'),
      steps: z.array(z.string()).describe('Steps of a published fix, in order; empty if none fits.'),
      confidence: z.number().describe('Confidence of the diagnosis, 0 to 1.'),
      source: z
        .enum(['known-fix', 'rules', 'llm'])
        .describe('Source: a published fix, rules for the kind of error, or a language model.'),
    }),
    fixes: z.array(foundFix).describe('Matching published fixes, best match first.'),
    similarReports: z.number().int().describe('Number of earlier reports of the same error, at most 1,000.'),
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
