/** Recovers the signer of a text by EIP-191 (`personal_sign`), and reads addresses by EIP-55. */
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HEX = /^0x(?:[0-9a-fA-F]{2})+$/;
const SIGNATURE_BYTES = 65;
const ADDRESS_BYTES = 20;

/** `contract`: as long as only smart contract wallets sign, which have no key to recover. `high-s`: a second form of a valid signature. */
export type SignerFault = 'malformed' | 'high-s' | 'contract';

/** In lower case. */
export function recoverSigner(text: string, signature: string): { address: string } | { fault: SignerFault } {
  if (!HEX.test(signature)) return { fault: 'malformed' };
  const bytes = Buffer.from(signature.slice(2), 'hex');
  if (bytes.length > SIGNATURE_BYTES) return { fault: 'contract' };
  const recovery = [27, 28, 0, 1].indexOf(bytes[SIGNATURE_BYTES - 1] ?? -1) % 2;
  if (bytes.length !== SIGNATURE_BYTES || recovery < 0) return { fault: 'malformed' };
  try {
    const compact = secp256k1.Signature.fromCompact(bytes.subarray(0, SIGNATURE_BYTES - 1));
    if (compact.hasHighS()) return { fault: 'high-s' };
    const publicKey = compact.addRecoveryBit(recovery).recoverPublicKey(hashMessage(text)).toRawBytes(false);
    return { address: toHex(keccak_256(publicKey.subarray(1)).subarray(-ADDRESS_BYTES)) };
  } catch {
    // Numbers beyond the curve's order, or a point that isn't on the curve.
    return { fault: 'malformed' };
  }
}

function hashMessage(text: string): Uint8Array {
  const message = Buffer.from(text);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]));
}

const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** One case is always valid; mixed case must be the checksum. */
export function isAddress(text: string): boolean {
  if (!ADDRESS.test(text)) return false;
  const digits = text.slice(2);
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || text === toChecksumAddress(text);
}

/** EIP-55: a letter is a capital where the hash of the address has a high digit. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const checked = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${checked.join('')}`;
}
