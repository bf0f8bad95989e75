import { z } from 'zod';
import { formatKey, newKeyOutput } from '../../src/identity/keys/key-output.ts';
import { CREDENTIAL_IN_NAME, isNoCredential } from '../../src/kernel/credential.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { capsInput, parseUsdCaps } from '../../src/ledger/keys/caps-json.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Create a company API key',
  description:
    'Create an API key of the company that calls tools at the expense of its account. Requires a session. The key is shown only once.',
  keywords: 'new api key, token, APIキーを作成, キー発行, 创建密钥, 新建密钥',
  route: 'POST /auth/api-keys',
  access: 'member-session',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    name: z
      .string()
      .max(200)
      .refine(isNoCredential, CREDENTIAL_IN_NAME)
      .default('')
      .describe('Purpose of the key, up to 200 characters.'),
    caps: capsInput.nullish().describe('Limits of the key. Default: none.'),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('Expiry time, ISO 8601, in the future. Default: never.'),
    mode: z
      .enum(['live', 'test'])
      .default('live')
      .describe('live, or test for the sandbox. A test key cannot call company operations.'),
  }),
  output: newKeyOutput,
  examples: [{ name: 'ci' }, { name: 'Research agent', caps: { perDay: 0.5 } }, { name: 'trial', mode: 'test' }],
  async run({ name, caps, expires_at, mode }, ctx) {
    const key = await ctx.services.identity.createKey(requireCompanyCaller(ctx), {
      name,
      caps: parseUsdCaps(caps ?? {}, ctx.registry),
      expiresAt: expires_at ?? undefined,
      mode,
    });
    return { ...formatKey(key.shown, ctx.server.timeZone), key: key.key, apiKey: key.key };
  },
});
