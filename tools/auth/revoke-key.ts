import { z } from 'zod';
import { endedKeyOutput, formatEndedKey } from '../../src/identity/keys/key-output.ts';
import { FareboxError } from '../../src/kernel/errors/errors.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Revoke a company API key',
  description: 'Revoke an API key of the company immediately. This also works for the root key and for OAuth access.',
  keywords: 'delete api key, disable api key, キーを削除, キーを無効, 删除密钥, 吊销密钥',
  route: 'DELETE /auth/api-keys/{key_id}',
  access: 'owner',
  effect: 'destroy',
  input: z.object({ key_id: z.number().int().describe('key_id from `auth-list-keys`.') }),
  output: endedKeyOutput,
  examples: [{ key_id: 3 }],
  async run({ key_id }, ctx) {
    if (!Number.isSafeInteger(key_id)) throw new FareboxError('NOT_FOUND', { message: 'API key not found' });
    const ended = await ctx.services.identity.revokeKey(requireCompanyCaller(ctx), { number: key_id });
    return formatEndedKey(ended, ctx.server.timeZone);
  },
});
