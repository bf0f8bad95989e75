import { z } from 'zod';
import { proofShape } from '../../src/identity/wallets/proof.ts';
import '../../src/identity/wallets/service.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { setPageCookie } from './_shared.ts';

export default defineTool({
  title: 'Sign a browser in with a wallet',
  description: 'Signs a browser in to the account of a wallet that has signed a challenge. Works once per challenge.',
  route: 'POST /login/wallet',
  effect: 'write',
  secret: true,
  answerHeaders: ['Set-Cookie'],
  failsWith: ['TOOL_UNAVAILABLE'],
  input: proofShape,
  output: z.object({ agentId: z.string().describe('ID of the wallet’s account.') }),
  examples: [
    {
      domain: '127.0.0.1:3000',
      address: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
      statement: 'Sign in to the account of this wallet. This costs nothing.',
      uri: 'http://127.0.0.1:3000/login',
      version: '1',
      chainId: 'eip155:84532',
      type: 'eip191',
      nonce: 'a1b2c3d4e5f67890a1b2c3d4e5f67890',
      issuedAt: '2026-11-22T10:30:00.000Z',
      expirationTime: '2026-11-22T10:35:00.000Z',
      signature: `0x${'2d6a7588d6acca50'.repeat(8)}1b`,
    },
  ],
  async run(proof, ctx) {
    const { walletSignIn, pageSessions } = ctx.services;
    const { ip } = ctx.principal;
    const account = await walletSignIn.verify(proof, `${ctx.server.baseUrl}/login`, ip);
    setPageCookie(ctx, await pageSessions.openByKeyHash(account.key_hash, ip));
    return { agentId: account.account_id };
  },
});
