import { z } from 'zod';
import { defineTool } from '../../src/kernel/tool/tool.ts';

export default defineTool({
  title: 'Receipt keys',
  description: 'The public keys (JSON Web Key Set) that verify signed receipts, earlier keys included.',
  route: 'GET /.well-known/jwks.json',
  effect: 'read',
  output: z.object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP').describe('Key type.'),
        crv: z.literal('Ed25519').describe('Curve.'),
        x: z.string().describe('Public key, base64url.'),
        kid: z.string().describe('Id of the key, as in the header of a signed receipt.'),
        alg: z.literal('EdDSA').describe('Signature algorithm.'),
        use: z.literal('sig').describe('What the key is for.'),
      }),
    ),
  }),
  async run(_input, ctx) {
    return { keys: [...(await ctx.services.accounts.listPublicReceiptKeys())] };
  },
});
