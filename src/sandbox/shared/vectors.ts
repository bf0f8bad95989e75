/** The sandbox's embedding model: texts that share words and letters get vectors that lie close together. */

/** A vector that is not of length 1 yet. */
export function embedText(text: string, dimensions: number): number[] {
  const vector: number[] = Array.from({ length: dimensions }, () => 0);
  const padded = ` ${text.toLowerCase().replace(/\s+/g, ' ').trim()} `;
  for (let size = 2; size <= 4; size++) {
    for (let at = 0; at + size <= padded.length; at++) {
      const hash = hashText(padded.slice(at, at + size));
      const place = hash % dimensions;
      vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1) * size;
    }
  }
  // A text whose parts cancel out still points somewhere.
  vector[hashText(padded) % dimensions] = 0.5 + padded.length;
  return vector;
}

export function embedAsUnitVector(text: string, dimensions: number): number[] {
  const vector = embedText(text, dimensions);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/** The texts of a request in the OpenAI style; null when there are none. */
export function readTexts(input: unknown): string[] | null {
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  const read = texts.filter((text) => typeof text === 'string');
  return read.length > 0 && read.length === texts.length ? read : null;
}
