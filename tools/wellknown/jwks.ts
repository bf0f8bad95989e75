import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Receipt keys',
  description: 'Returns the public keys (JSON Web Key Set) that verify signed receipts, including earlier keys.',
  route: 'GET /.well-known/jwks.json',
  effect: 'read',
  output: z.object({
    keys: listOf('Public keys, including earlier ones.', {
      kty: z.literal('OKP').describe('Key type, always OKP.'),
      crv: z.literal('Ed25519').describe('Curve, always Ed25519.'),
      x: z.string().describe('Public key, base64url.'),
      kid: z.string().describe('Key ID, as in the header of a signed receipt.'),
      alg: z.literal('EdDSA').describe('Signature algorithm, always EdDSA.'),
      use: z.literal('sig').describe('Purpose of the key: signatures.'),
    }),
  }),
  async run(_input, ctx) {
    return { keys: [...(await ctx.services.accounts.listPublicReceiptKeys())] };
  },
});
