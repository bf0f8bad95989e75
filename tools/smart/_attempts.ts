import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';

/** `attempts[]` of every smart service, as the kernel notes them. */
export const attemptsShape = listOf('Providers that were tried, in order.', {
  source: z.string().describe('ID of the provider.'),
  status: z.enum(['ok', 'failed', 'skipped']).describe('skipped: the provider is paused after failures.'),
  ms: z.number().describe('Duration in milliseconds.'),
  kind: z.string().optional().describe('Kind of failure, if it failed.'),
});

export const sourceFields = {
  sourceUsed: z.string().describe('ID of the provider that answered.'),
  fallbackUsed: z.boolean().describe('`true` if an earlier provider failed and this one answered instead.'),
  attempts: attemptsShape,
};
