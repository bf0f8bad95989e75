import { z } from 'zod';
import { formatKey, keyOutput } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { findCompanyCaller, requireAccount, toShownKey } from './_shared.ts';

export default defineTool({
  title: 'List sub-keys',
  description:
    'List the API keys of this account with limits, spending and status, newest first. Requires the root key, or on a company account a session or a key without limits.',
  keywords: 'api keys, tokens, キー一覧, 密钥列表',
  route: 'GET /api/account/keys',
  access: 'key-owner',
  effect: 'read',
  output: z.object({ keys: z.array(keyOutput).describe('Keys, newest first, including revoked and expired ones.') }),
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
