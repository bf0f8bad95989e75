import { z } from 'zod';
import { endedKeyOutput, formatEndedKey } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findCompanyCaller, requireAccount } from './_shared.ts';

export default defineTool({
  title: 'Delete a sub-key',
  description:
    'Revoke a sub-key of this account immediately; calls in progress still finish. Requires the root key, or on a company account a session or a key without limits. To replace your own key use `account-rotate-key`.',
  keywords: 'disable a key, block a key, leaked key, key of an agent, revoke key, remove key, キーを削除, 删除密钥',
  route: 'DELETE /api/account/keys/{id}',
  access: 'key-owner',
  effect: 'destroy',
  input: z.object({
    id: z
      .union([z.string().min(1).max(64), z.number().int()])
      .describe('ID of the sub-key: id or keyId from `account-list-keys`.'),
  }),
  output: endedKeyOutput,
  examples: [{ id: 'key_0123456789' }],
  async run({ id }, ctx) {
    const { services, server } = ctx;
    const company = findCompanyCaller(ctx);
    const lineage = String(id);
    if (!company) {
      const { revokedAt } = await services.accounts.revokeKey(requireAccount(ctx.principal), lineage);
      return formatEndedKey({ keyId: lineage, number: null, revokedAt }, server.timeZone);
    }
    const isNumber = /^\d{1,15}$/.test(lineage);
    const ended = await services.identity.revokeKey(company, isNumber ? { number: Number(id) } : { lineage });
    return formatEndedKey(ended, server.timeZone);
  },
});
