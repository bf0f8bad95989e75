/** Images that callers send or link. Their first bytes decide the type, whatever the label says. */
import { FareboxError } from '../../../kernel/errors/errors.ts';
import type { RequestContext } from '../network/exchange.ts';
import { fetchFile } from '../search/web.ts';

export interface Image {
  type: ImageType;
  /** Base64. */
  data: string;
}

const IMAGE_BYTES_MAX = 10 * 1024 * 1024;

/** First bytes of each kind, as Latin-1; a dot stands for any byte. */
const beginnings = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff',
  'image/gif': 'GIF8.a',
  'image/webp': 'RIFF....WEBP',
} as const;

export type ImageType = keyof typeof beginnings;

export const IMAGE_TYPES_TEXT = 'PNG, JPEG, WebP or GIF';
/** Base64 of the largest picture, with the head of a data address before it. */
export const IMAGE_CHARS_MAX = Math.ceil(IMAGE_BYTES_MAX / 3) * 4 + 100;

/** Type of a picture, by its first bytes; null for one that models can't read. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
  const hasBeginning = (like: string): boolean =>
    bytes.length >= like.length &&
    Array.from(like).every((sign, at) => sign === '.' || bytes[at] === sign.charCodeAt(0));
  return types.find((type) => hasBeginning(beginnings[type])) ?? null;
}

/** A picture in base64, alone or as a data address; null when it is none. */
export function decodeImage(text: string): Image | null {
  const data = text.replace(/^data:[\w/+.;=-]{0,200},/, '').replace(/\s+/g, '');
  if (!isBase64(data)) return null;
  const type = detectImageType(Buffer.from(data.slice(0, 64), 'base64'));
  return type && Buffer.byteLength(data, 'base64') <= IMAGE_BYTES_MAX ? { type, data } : null;
}

/** The picture at an address that a caller names; at most 10 MiB. Throws like `fetchFile`. */
export async function fetchImage(url: string, ctx: RequestContext): Promise<Image> {
  const { bytes, contentType } = await fetchFile(url, ctx, isPossibleImage, IMAGE_BYTES_MAX);
  const type = detectImageType(bytes);
  if (type) return { type, data: Buffer.from(bytes).toString('base64') };
  const what = /^image\/[\w.+-]+$/.test(contentType) ? `of type ${contentType.slice(0, 100)}` : 'no picture';
  throw new FareboxError('UNREADABLE_TARGET', {
    message: `The target is ${what}; it must be ${IMAGE_TYPES_TEXT}. Nothing was charged.`,
  });
}

/** Many servers don't say what a file is. */
function isPossibleImage(contentType: string): boolean {
  return contentType === '' || contentType.startsWith('image/') || contentType.endsWith('/octet-stream');
}

/** A character at a time: one pattern over the whole of a large picture overflows the stack of regular expressions. */
function isBase64(data: string): boolean {
  const padding = data.indexOf('=');
  const end = padding === -1 ? data.length : padding;
  if (end === 0 || data.length - end > 2 || /[^=]/.test(data.slice(end))) return false;
  return !/[^A-Za-z0-9+/=]/.test(data);
}
