/** Proof of a sign-in with a wallet: the fields of an EIP-4361 message and its signature, as x402's `sign-in-with-x` sends them. */
import { z } from 'zod';
import { createInvalidInputError } from '../../kernel/tool/input.ts';

/** English, as the standard wants ASCII. The wallet shows it. */
export const STATEMENT = 'Sign in to the account of this wallet. This costs nothing.';

/** Signatures of smart contract wallets take several thousand characters. */
const SIGNATURE_CHARS_MAX = 8_192;
const HEADER_CHARS_MAX = 14_000;

const field = (charsMax: number) => z.string().max(charsMax);

export const proofShape = z.object({
  domain: field(300).describe('`domain` of the challenge.'),
  address: field(64).describe('Address of the wallet, as it is in the message.'),
  statement: field(300).describe('`statement` of the challenge.'),
  uri: field(2_000).describe('`uri` of the challenge.'),
  version: field(8).describe('`version` of the challenge.'),
  chainId: field(64).describe('Network of the wallet as CAIP-2, such as eip155:8453.'),
  type: field(32).default('eip191').describe('Kind of signature, always eip191.'),
  nonce: field(64).describe('`nonce` of the challenge.'),
  issuedAt: field(40).describe('`issuedAt` of the challenge.'),
  expirationTime: field(40).describe('`expirationTime` of the challenge.'),
  signature: field(SIGNATURE_CHARS_MAX).describe('Signature of the message by personal_sign, 65 bytes in hexadecimal.'),
});

export type Proof = z.output<typeof proofShape>;

/** Fields that the server states; the wallet adds its address and network. */
export type ChallengeInfo = Pick<
  Proof,
  'domain' | 'statement' | 'uri' | 'version' | 'nonce' | 'issuedAt' | 'expirationTime'
>;

/** Reads the header SIGN-IN-WITH-X. Throws INVALID_INPUT for what isn't a proof. */
export function readProofHeader(header: string): Proof {
  const path = 'SIGN-IN-WITH-X';
  if (header.length > HEADER_CHARS_MAX) throw createInvalidInputError([{ path, message: 'Too long' }]);
  const parsed = proofShape.safeParse(parseBase64Json(header));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({
    path: [path, ...issue.path].join('.'),
    message: issue.path.length === 0 ? 'Must be JSON in base64' : issue.message,
  }));
  throw createInvalidInputError(issues);
}

function parseBase64Json(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return null;
  }
}

/** The text that the wallet signs. */
export function formatMessage(proof: ChallengeInfo & Pick<Proof, 'address' | 'chainId'>): string {
  const { domain, address, statement, uri, version, chainId, nonce, issuedAt, expirationTime } = proof;
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId.replace(/^eip155:/, '')}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expirationTime}`,
  ].join('\n');
}
