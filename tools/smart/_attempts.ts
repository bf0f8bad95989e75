import { z } from 'zod';

/** `attempts[]` of every smart service, as the kernel notes them. */
export const attemptsShape = z
  .array(
    z.object({
      source: z.string().describe('Id of the provider'),
      status: z.enum(['ok', 'failed', 'skipped']),
      ms: z.number().describe('How long it took'),
      kind: z.string().optional().describe('Kind of the failure'),
    }),
  )
  .describe('The sources that were tried, in order');
