/** Features as numbers: no text is put together for them. */

/** Buckets that features of wording and of extents fall into; powers of two. */
export const BUCKETS = 1 << 16;
export const EXTENT_BUCKETS = 1 << 18;

/** FNV-1a over UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Of one thing and another one; the order counts. */
export function mixHashes(first: number, second: number): number {
  const hash = Math.imul(Math.imul(first, 0x01000193) ^ second, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

export const findBucket = (hash: number, buckets = BUCKETS): number =>
  Math.imul(hash, 0x9e3779b1) >>> (Math.clz32(buckets) + 1);

const keys = new WeakMap<object, number>();

/** Of what a known word means: kind and tool. */
export function hashKey(key: { kind: string; tool?: string }): number {
  const cachedHash = keys.get(key);
  if (cachedHash !== undefined) return cachedHash;
  const hash = hashText('tool' in key ? `${key.kind} ${key.tool}` : key.kind);
  keys.set(key, hash);
  return hash;
}
