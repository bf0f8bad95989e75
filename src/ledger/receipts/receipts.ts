/** Receipts that anybody can check without asking us: compact JWS (Ed25519) over the canonical receipt. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { toReceiptJson } from '../../kernel/call/envelope.ts';
import type { Receipt } from '../../kernel/ports.ts';
import { toCanonicalJson } from '../../kernel/tool/input.ts';
import type { Secrets } from '../secret.ts';

/** PKCS #8 wrapping of an Ed25519 seed (RFC 8410): the 32 bytes of the seed follow. */
const ED25519_PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SEED_BYTES = 32;

/** A public receipt key as `jwks.json` shows it (RFC 8037). */
export interface PublicReceiptKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

export interface ReceiptKeys {
  readonly kid: string;
  /** The signing key first, then every earlier one that is known. */
  readonly publicKeys: readonly PublicReceiptKey[];
  /** Compact JWS; its payload is the canonical JSON (sorted members) of the receipt as callers see it. */
  sign(receipt: Receipt): Promise<string>;
  /** Compact JWS over the canonical JSON of a payload; the header names the key by the DID and has the key itself. */
  signAs(did: string, payload: object): string;
}

/** The DID under which a server publishes its keys, by its public address. */
export const formatDid = (baseUrl: string): string => `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;

/**
 * The key derives from the secret, or is `RECEIPT_KEY`: an Ed25519 private key as PKCS #8 PEM, or its 32-byte seed in
 * base64. Keys of the current and the earlier secrets are always among the public ones.
 */
export async function openReceiptKeys(secrets: Secrets, receiptKey?: string): Promise<ReceiptKeys> {
  const derived = secrets.deriveKeys('receipt').map(({ key }) => createKeyFromSeed(key));
  const privateKeys = receiptKey === undefined ? derived : [parseKey(receiptKey), ...derived];
  const publicKeys = privateKeys.map(buildPublicKey);
  const [signingKey] = privateKeys;
  const [publicKey] = publicKeys;
  if (!signingKey || !publicKey) throw new Error('There is always a current secret');
  const { kid } = publicKey;
  return {
    kid,
    publicKeys: publicKeys.filter((key, index) => publicKeys.findIndex((other) => other.kid === key.kid) === index),
    sign: async (receipt) => {
      // Loaded with the first signature that somebody asks for.
      const { CompactSign } = await import('jose');
      return new CompactSign(Buffer.from(toCanonicalJson(toReceiptJson(receipt))))
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(signingKey);
    },
    signAs(did, payload) {
      const { kty, crv, x } = publicKey;
      const header = { alg: 'EdDSA', kid: `${did}#${kid}`, jwk: { kty, crv, x } };
      const parts = [JSON.stringify(header), toCanonicalJson(payload)].map((part) =>
        Buffer.from(part).toString('base64url'),
      );
      const text = parts.join('.');
      return `${text}.${sign(null, Buffer.from(text), signingKey).toString('base64url')}`;
    },
  };
}

function createKeyFromSeed(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([ED25519_PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

function parseKey(text: string): KeyObject {
  const wrong = 'RECEIPT_KEY must be an Ed25519 private key: PKCS #8 PEM, or its 32-byte seed in base64.';
  if (!text.includes('-----BEGIN')) {
    const seed = Buffer.from(text, 'base64');
    if (seed.length !== SEED_BYTES) throw new Error(wrong);
    return createKeyFromSeed(seed);
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(text.replaceAll('\\n', '\n'));
  } catch (cause) {
    throw new Error(wrong, { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(wrong);
  return key;
}

function buildPublicKey(privateKey: KeyObject): PublicReceiptKey {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new Error('An Ed25519 public key has an x');
  // RFC 7638: the required members in order, without spaces.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
}
