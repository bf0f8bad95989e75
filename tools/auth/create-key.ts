import { z } from 'zod';
import { formatKey, newKeyOutput } from '../../src/identity/keys/key-output.ts';
import { CREDENTIAL_IN_NAME, isNoCredential } from '../../src/kernel/credential.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { capsInput, parseUsdCaps } from '../../src/ledger/keys/caps-json.ts';
import { requireCompanyCaller } from './_shared.ts';

export default defineTool({
  title: 'Create an API key',
  description:
    'Makes an API key of the company: it calls the tools, paid from the company’s account, and these operations. The key is shown once. Needs a session.',
  route: 'POST /auth/api-keys',
  access: 'member-session',
  effect: 'write',
  secret: true,
  input: z.strictObject({
    name: z.string().max(200).refine(isNoCredential, CREDENTIAL_IN_NAME).default('').describe('What the key is for.'),
    caps: capsInput.nullish().describe('Limits of the key; absent: none.'),
    expires_at: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe('When the key ends by itself, ISO 8601, in the future. Absent: never.'),
    mode: z
      .enum(['live', 'test'])
      .default('live')
      .describe(
        'test: a key of the company’s test account, which pays with play money for sandbox answers and opens no other operation of the company.',
      ),
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
