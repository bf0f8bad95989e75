import { z } from 'zod';
import { formatKey, keyOutput, newKeyOutput, type ShownKey } from '../../src/identity/keys/key-output.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Make the root key',
  description:
    'Makes the root key of the company’s account, or replaces it: the old one ends at once. The key is shown once. Needs the session of an admin.',
  access: 'admin-session',
  effect: 'destroy',
  secret: true,
  input: z.object({
    revoke_sub_keys: z.boolean().default(false).describe('End all other keys of the live account in the same step.'),
  }),
  output: newKeyOutput.extend({
    sub_keys: z.array(keyOutput).describe('The other keys that still work.'),
  }),
  examples: [{}, { revoke_sub_keys: true }],
  async run({ revoke_sub_keys }, ctx) {
    const options = { revokeSubKeys: revoke_sub_keys };
    const { key, shown, subKeys } = await ctx.services.identity.issueRootKey(requireCompanyCaller(ctx), options);
    const format = (shownKey: ShownKey) => formatKey(shownKey, ctx.server.timeZone);
    return { ...format(shown), key, apiKey: key, sub_keys: subKeys.map(format) };
  },
});
