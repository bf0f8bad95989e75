/** Keys that sign the mails of a company's own domain: stored sealed, opened for signing alone. */
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { seal, unseal } from '../../../identity/sealed.ts';
import type { Secrets } from '../../../ledger/secret.ts';
import { isRecord } from '../../../lib/record.ts';
import type { DkimKey } from '../../../mail/types.ts';
import type { SealedSigning } from '../queue/sender-reads.ts';
import type { SendingDomainRow } from './tables.ts';

const SEAL = 'sending-domain';
const MODULUS_BITS = 2_048;
const TOKEN_BYTES = 20;
const SELECTOR_BYTES = 4;

const generate = promisify(generateKeyPair);

export type NewKey = Pick<SendingDomainRow, 'token' | 'selector' | 'public_key' | 'sealed_key'>;

/** The record of a 2,048-bit key fits every DNS host; the mail library signs with RSA alone. */
export async function createSigningKey(secrets: Secrets, domain: string): Promise<NewKey> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    token: randomBytes(TOKEN_BYTES).toString('hex'),
    // Another one for each company: what one publishes is no use to another.
    selector: `fbx${randomBytes(SELECTOR_BYTES).toString('hex')}`,
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    sealed_key: seal(secrets, SEAL, { domain, privateKey: pem }),
  };
}

/** Null: sealed with a secret that is no longer known. */
export function openSigningKey(secrets: Secrets, { domain, selector, sealed_key }: SealedSigning): DkimKey | null {
  const opened = unseal(secrets, SEAL, sealed_key);
  if (!isRecord(opened) || opened.domain !== domain || typeof opened.privateKey !== 'string') return null;
  return { domain, selector, privateKey: opened.privateKey };
}
