import { z } from 'zod';
import { formatKey, keyOutput, newKeyOutput, type ShownKey } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Create the root key',
  description:
    'Create or replace the root key of the company account; an old root key stops working immediately. Requires the session of an admin. The key is shown only once.',
  keywords: 'root key, master key, ルートキー, 根密钥, 主密钥',
  access: 'admin-session',
  effect: 'destroy',
  secret: true,
  input: z.object({
    revoke_sub_keys: z
      .boolean()
      .default(false)
      .describe('Whether to revoke all other keys of the live account as well.'),
  }),
  output: newKeyOutput.extend({
    sub_keys: z.array(keyOutput).describe('Other keys that still work.'),
  }),
  examples: [{}, { revoke_sub_keys: true }],
  async run({ revoke_sub_keys }, ctx) {
    const options = { revokeSubKeys: revoke_sub_keys };
    const { key, shown, subKeys } = await ctx.services.identity.issueRootKey(requireCompanyCaller(ctx), options);
    const format = (shownKey: ShownKey) => formatKey(shownKey, ctx.server.timeZone);
    return { ...format(shown), key, apiKey: key, sub_keys: subKeys.map(format) };
  },
});
