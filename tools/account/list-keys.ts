import { z } from 'zod';
import { formatKey, keyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findCompanyCaller, requireAccount, toShownKey } from './_shared.ts';

export default defineTool({
  title: 'List sub-keys',
  description:
    'The sub-keys of this account with their caps and spending, newest first; for a company all keys of its accounts. Needs the root key; on the account of a company, a session or a key without caps.',
  keywords: 'api keys, tokens, キー一覧, 密钥列表',
  route: 'GET /api/account/keys',
  access: 'key-owner',
  effect: 'read',
  output: z.object({ keys: z.array(keyOutput).describe('Newest first; revoked and expired keys included.') }),
  async run(_input, ctx) {
    const { services, server } = ctx;
    const company = findCompanyCaller(ctx);
    if (company) {
      const keys = await services.identity.listKeys(company);
      return { keys: keys.map((key) => formatKey(key, server.timeZone)) };
    }
    const principal = requireAccount(ctx.principal);
    const keys = await services.accounts.listKeys(principal);
    return { keys: keys.map((key) => formatKey(toShownKey(key, principal.mode), server.timeZone)) };
  },
});
