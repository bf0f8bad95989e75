/** Kinds, types and limits of what is attached to a release. */
import type { PictureLimits } from '../../../../lib/picture.ts';

export const FILE_KINDS = ['picture', 'attachment'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Each with the extension that its files are named with. */
export const FILE_EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
} as const;
export type FileType = keyof typeof FILE_EXTENSIONS;

export const FILE_BYTES_MAX = 8 * 1024 * 1024;
/** Of one kind in a release. */
export const FILES_MAX = 10;
/** Of all files of a release: its PDF holds the pictures. */
export const RELEASE_BYTES_MAX = 32 * 1024 * 1024;
export const COMPANY_BYTES_MAX = 1024 * 1024 * 1024;

export const PICTURE_LIMITS: PictureLimits = {
  bytesMax: FILE_BYTES_MAX,
  sideMax: 10_000,
  pixelsMax: 24_000_000,
  pngPixelsMax: 12_000_000,
  keepsTransparency: false,
};

export const ALT_CHARS_MAX = 500;
export const CAPTION_CHARS_MAX = 500;
export const CREDIT_CHARS_MAX = 200;
export const NAME_CHARS_MAX = 100;

/** An upload as it is stored. */
export interface CheckedFile {
  kind: FileKind;
  type: FileType;
  name: string;
  width: number | null;
  height: number | null;
  hash: string;
  bytes: Uint8Array;
}
