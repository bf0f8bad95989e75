import { z } from 'zod';
import { listOf } from '../../src/kernel/tool/fields.ts';
import { defineTool } from '../../src/kernel/tool/tool.ts';
import { formatDid } from '../../src/ledger/receipts/receipts.ts';

export default defineTool({
  title: 'DID document',
  description: 'Returns the DID document (did:web) of this server with the keys that sign receipts and x402 offers.',
  route: 'GET /.well-known/did.json',
  effect: 'read',
  output: z.object({
    '@context': z.array(z.string()).describe('JSON-LD contexts of DID documents.'),
    id: z.string().describe('DID of this server.'),
    verificationMethod: listOf('Public keys, including earlier ones.', {
      id: z.string().describe('Key ID, as in the header of a signed offer or receipt.'),
      type: z.literal('JsonWebKey2020').describe('Kind of key, always JsonWebKey2020.'),
      controller: z.string().describe('DID that controls the key.'),
      publicKeyJwk: z
        .object({
          kty: z.literal('OKP').describe('Key type, always OKP.'),
          crv: z.literal('Ed25519').describe('Curve, always Ed25519.'),
          x: z.string().describe('Public key, base64url.'),
        })
        .describe('The key as a JSON Web Key.'),
    }),
    assertionMethod: z.array(z.string()).describe('IDs of the keys that sign statements.'),
  }),
  async run(_input, { services, server }) {
    const did = formatDid(server.baseUrl);
    const keys = await services.accounts.listPublicReceiptKeys();
    const verificationMethod = keys.map(({ kid, kty, crv, x }) => ({
      id: `${did}#${kid}`,
      type: 'JsonWebKey2020' as const,
      controller: did,
      publicKeyJwk: { kty, crv, x },
    }));
    return {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: did,
      verificationMethod,
      assertionMethod: verificationMethod.map(({ id }) => id),
    };
  },
});
