import { z } from 'zod';
import { endedKeyOutput, formatEndedKey } from '../../src/identity/keys/key-output.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Revoke an API key',
  description: 'Ends a key of the company at once, also the root key or what an OAuth client was granted.',
  route: 'DELETE /auth/api-keys/{key_id}',
  access: 'owner',
  effect: 'destroy',
  input: z.object({ key_id: z.number().int().describe('Number of the key, from the list.') }),
  output: endedKeyOutput,
  examples: [{ key_id: 3 }],
  async run({ key_id }, ctx) {
    if (!Number.isSafeInteger(key_id)) throw new FareboxError('NOT_FOUND', { message: 'API key not found' });
    const ended = await ctx.services.identity.revokeKey(requireCompanyCaller(ctx), { number: key_id });
    return formatEndedKey(ended, ctx.server.timeZone);
  },
});
