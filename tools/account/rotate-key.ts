import { z } from 'zod';
import { formatKey, keyOutput, type ShownKey } from '../../src/identity/keys/key-output.ts';
import type { AccountPrincipal, Member } from '../../src/kernel/principal.ts';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import type { RotatedKey } from '../../src/ledger/accounts/accounts-types.ts';
import { toUsd } from '../../src/lib/money.ts';
import { requireAccount, toShownKey } from './_shared.ts';

export default defineTool({
  title: 'Rotate the API key',
  description:
    'Replace the API key of this request with a new one, for example after a leak. The old key stops working immediately; balance, history and limits stay. The new key is shown only once.',
  keywords:
    'key leaked, leaked key, compromised key, stolen key, replace key, reset key, api key leaked, renew key, new key, change key, キーを更新, 更换密钥',
  route: 'POST /api/proxy/account/rotate-key',
  effect: 'destroy',
  secret: true,
  input: z.object({
    revokeSubKeys: z.boolean().default(false).describe('Whether to revoke all sub-keys as well; root key only.'),
  }),
  output: z.object({
    newApiKey: z.string().describe('New API key, shown only once. Store it now.'),
    agentId: z.string().describe('ID of the account.'),
    balance: z.number().describe('Balance in USD; rotation does not change it.'),
    important: z.string().describe('Next step for the new key.'),
    subKeys: z
      .array(keyOutput)
      .optional()
      .describe('Sub-keys that still work; root key only. Delete those that you do not trust.'),
  }),
  examples: [{}, { revokeSubKeys: true }],
  async run(input, ctx) {
    const principal = requireAccount(ctx.principal);
    const member =
      principal.isRoot && principal.mode === 'live' ? await ctx.services.identity.findMember(principal) : null;
    const rotated = await ctx.services.accounts.rotateKey(principal, input);
    const { apiKey, agentId, balanceMicros, revokedSubKeys } = rotated;
    const subKeys = await listLiveKeys(ctx, principal, member, rotated);
    const ended = revokedSubKeys > 0 ? ` Sub-keys revoked with it: ${revokedSubKeys}.` : '';
    return {
      newApiKey: apiKey,
      agentId,
      balance: toUsd(balanceMicros),
      important: `The old key has stopped working.${ended} Store the new key now, it is not shown again. Rotate keys every 30 days.`,
      ...(subKeys ? { subKeys: subKeys.map((key) => formatKey(key, ctx.server.timeZone)) } : {}),
    };
  },
});

/** None for a root key whose maker has left the company: it manages no keys. */
async function listLiveKeys(
  { services }: CallContext,
  principal: AccountPrincipal,
  member: Member | null,
  { subKeys }: RotatedKey,
): Promise<ShownKey[] | null> {
  if (!member) return subKeys?.map((key) => toShownKey(key, principal.mode)) ?? null;
  if (!member.isMakerPresent) return null;
  const keys = await services.identity.listKeys({ principal, member });
  return keys.filter(
    ({ key, mode, company }) => key.status === 'active' && mode === 'live' && company?.kind !== 'root',
  );
}
