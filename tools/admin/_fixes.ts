/** What the two decisions about a fix read and answer. */
import { z } from 'zod';

export const decisionInput = z.object({ fixId: z.string().min(1).max(100).describe('Id of the fix.') });

export const decisionOutput = z.object({
  fixId: z.string().describe('Id of the fix.'),
  status: z.enum(['pending', 'published', 'rejected']).describe('What it is now.'),
  rewardWt: z.number().describe('WT credited by this decision: once for a fix, to the account that sent it.'),
  changed: z.boolean().describe('false: it was so before.'),
});
