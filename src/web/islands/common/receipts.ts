/** Checks a signed receipt here in the browser, with the key that the server has published. */
import { verifyAsync } from '@noble/ed25519';

interface PublishedKey extends JsonWebKey {
  kid?: string;
}

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** False for a signature that does not fit; throws where it can't be checked. */
export async function verifyJws(jws: string): Promise<boolean> {
  const [head = '', payload = '', signature = ''] = jws.split('.');
  const { kid }: { kid?: string } = JSON.parse(new TextDecoder().decode(decode(head)));
  const published: { keys: PublishedKey[] } = await (await fetch('/.well-known/jwks.json')).json();
  const jwk = published.keys.find((key) => key.kid === kid);
  if (!jwk) return false;
  return await verifySignature(jwk, decode(signature), new TextEncoder().encode(`${head}.${payload}`));
}

async function verifySignature(
  jwk: PublishedKey,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, key, signature, signed);
  } catch {
    // Browsers of before 2025 lack Ed25519.
    return await verifyAsync(signature, signed, decode(jwk.x ?? ''));
  }
}
