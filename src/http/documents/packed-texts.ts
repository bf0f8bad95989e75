/** Documents as they go out: packed and named by their content once, not for each reader. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** Shorter ones gain nothing. */
const PACKED_BYTES_MIN = 2_048;
/** Of all that is kept; each is kept with its packed forms, whose size is a part of its own. */
const KEPT_BYTES_MAX = 24 * 1024 * 1024;
/** Larger ones are sent as they are: nobody should wait for a processor. */
const PACKED_BYTES_MAX = 8 * 1024 * 1024;
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 7;

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

interface PackedText {
  bytes: Buffer;
  etag: string;
  packings: Map<Encoding, Promise<Buffer>>;
}

export interface OutgoingText {
  bytes: Buffer;
  etag: string;
  encoding: Encoding | null;
}

const pack: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return promisify(brotliCompress)(bytes, { params });
  },
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

export class PackedTexts {
  /** By their content: a text that was made anew, but alike, is the same. */
  readonly #texts = new LRUCache<string, PackedText>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ bytes }) => 2 * bytes.length + 1,
  });

  /** `encoding`: the one that its reader likes best, of those that there are; null when it wants none. */
  async read(text: string, encoding: Encoding | null): Promise<OutgoingText> {
    const entry = this.#texts.get(text) ?? this.#add(text);
    const { bytes, etag, packings } = entry;
    if (encoding === null || bytes.length < PACKED_BYTES_MIN || bytes.length > PACKED_BYTES_MAX)
      return { bytes, etag, encoding: null };
    let smaller = packings.get(encoding);
    if (!smaller) {
      smaller = pack[encoding](bytes);
      packings.set(encoding, smaller);
    }
    return { bytes: await smaller, etag, encoding };
  }

  #add(text: string): PackedText {
    const bytes = Buffer.from(text);
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
    // Weak: the packed forms are not the same bytes.
    const fresh = { bytes, etag: `W/"${digest}"`, packings: new Map<Encoding, Promise<Buffer>>() };
    this.#texts.set(text, fresh);
    return fresh;
  }
}
