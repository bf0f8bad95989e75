import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';

/** `attempts[]` of every smart service, as the kernel notes them. */
export const attemptsShape = listOf('The sources that were tried, in order', {
  source: z.string().describe('Id of the provider'),
  status: z.enum(['ok', 'failed', 'skipped']),
  ms: z.number().describe('How long it took'),
  kind: z.string().optional().describe('Kind of the failure'),
});

export const sourceFields = {
  sourceUsed: z.string().describe('Id of the provider that answered'),
  fallbackUsed: z.boolean().describe('Whether a source asked before had failed'),
  attempts: attemptsShape,
};
