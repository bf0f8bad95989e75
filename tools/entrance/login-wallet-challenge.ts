import { z } from 'zod';
import { proofShape } from '../../src/identity/wallets/proof.ts';
import '../../src/identity/wallets/service.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Challenge for a wallet',
  description: 'Returns the message that a wallet signs to sign a browser in, by EIP-4361. It is valid for 5 minutes.',
  route: 'POST /login/wallet-challenge',
  effect: 'write',
  secret: true,
  failsWith: ['TOOL_UNAVAILABLE'],
  input: z.object({
    address: z.string().max(64).describe('Address of the wallet, 0x and 40 hexadecimal digits.'),
    network: z.string().max(64).describe('Network of the wallet as CAIP-2, such as eip155:8453.'),
  }),
  output: proofShape
    .omit({ signature: true, type: true })
    .extend({ message: z.string().describe('Text to sign by personal_sign.') }),
  examples: [{ address: '0x857b06519e91e3a54538791bdbb0e22373e36b66', network: 'eip155:84532' }],
  run: (wallet, { services, server, principal }) =>
    services.walletSignIn.createChallenge(wallet, `${server.baseUrl}/login`, principal.ip),
});
