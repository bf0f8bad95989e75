/** The 402 that asks a wallet to sign in: extension `sign-in-with-x` of x402 v2, of which nothing has to be paid. */
import { FareboxError } from '../../kernel/errors/errors.ts';
import { SCHEMA_DIALECT } from '../../ledger/wallets/bazaar.ts';
import type { ChallengeInfo } from './proof.ts';

const MESSAGE = 'Sign in with the wallet. Nothing has to be paid.';

export const createSignInRequest = (info: ChallengeInfo, networks: readonly string[]): FareboxError =>
  new FareboxError('PAYMENT_REQUIRED', {
    message: MESSAGE,
    next: 'Sign the challenge in the PAYMENT-REQUIRED header, and repeat the request with the header SIGN-IN-WITH-X.',
    payment: {
      required: {
        x402Version: 2,
        error: MESSAGE,
        resource: { url: info.uri, description: info.statement, mimeType: 'application/json' },
        accepts: [],
        extensions: {
          'sign-in-with-x': {
            info,
            supportedChains: networks.map((chainId) => ({ chainId, type: 'eip191', signatureScheme: 'eip191' })),
            schema: PROOF_SCHEMA,
          },
        },
      },
    },
  });

const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };

const PROOF_SCHEMA = {
  $schema: SCHEMA_DIALECT,
  type: 'object',
  properties: {
    domain: text,
    address: text,
    statement: text,
    uri: { type: 'string', format: 'uri' },
    version: text,
    chainId: text,
    type: text,
    nonce: text,
    issuedAt: moment,
    expirationTime: moment,
    signature: text,
  },
  required: [
    ...['domain', 'address', 'statement', 'uri', 'version', 'chainId'],
    ...['type', 'nonce', 'issuedAt', 'expirationTime', 'signature'],
  ],
};
