import { z } from 'zod';
import { readProofHeader } from '../../src/identity/wallets/proof.ts';
import '../../src/identity/wallets/service.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

const PATH = '/api/account/wallet-session';

export default defineTool({
  title: 'Sign in with a wallet',
  description:
    'Exchange the signature of a wallet for a token that opens its account for an hour. Without the header SIGN-IN-WITH-X, the 402 response states what to sign. Nothing has to be paid.',
  keywords:
    'sign in with wallet, sign in with ethereum, siwe, sign-in-with-x, calls of my wallet, ウォレットでサインイン, 用钱包登录',
  route: `POST ${PATH}`,
  access: 'public',
  effect: 'write',
  mcpLists: [],
  secret: true,
  failsWith: ['PAYMENT_REQUIRED', 'RATE_LIMITED', 'TOOL_UNAVAILABLE'],
  input: z.object({
    network: z
      .string()
      .max(64)
      .optional()
      .describe('Network to sign in on as CAIP-2, such as eip155:8453. Default: the challenge offers all of them.'),
  }),
  output: z.object({
    token: z.string().describe('Token, sent as "Authorization: Bearer <token>". Shown only in this response.'),
    expiresAt: z.string().describe('Expiry of the token, ISO 8601 in UTC.'),
    agentId: z.string().describe('ID of the wallet’s account.'),
    network: z.string().describe('Network of the account as CAIP-2.'),
    address: z.string().describe('Address of the wallet in lower case.'),
  }),
  examples: [{}, { network: 'eip155:8453' }],
  async run({ network }, { services: { walletSignIn }, browser, server, principal: { ip } }) {
    const uri = `${server.baseUrl}${PATH}`;
    if (browser?.walletProof === undefined) throw await walletSignIn.createRequest(uri, network, ip);
    const account = await walletSignIn.verify(readProofHeader(browser.walletProof), uri, ip);
    const { token, expiresAtMs } = await walletSignIn.createToken(account);
    return {
      token,
      expiresAt: new Date(expiresAtMs).toISOString(),
      agentId: account.account_id,
      network: account.network,
      address: account.address,
    };
  },
});
