/** The logo of a company: an image that a press release can be printed with. */

import { FareboxError } from '../../kernel/errors/errors.ts';
import { createInvalidInputError } from '../../kernel/tool/input.ts';
import { isJpeg, readJpegSize } from '../../lib/jpeg.ts';
import { decodePng, encodePng, isPng, readPngHeader } from '../../lib/png.ts';

export const LOGO_BYTES_MAX = 512 * 1024;
export const LOGO_SIDE_MAX = 1_600;

export interface Logo {
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

/** What is kept of an upload. Throws INVALID_INPUT for anything that can't be printed. */
export async function readLogoUpload(bytes: Uint8Array): Promise<Logo> {
  if (bytes.byteLength > LOGO_BYTES_MAX) throw refuse(`The image is larger than ${LOGO_BYTES_MAX / 1024} KiB`);
  if (isPng(bytes)) {
    assertSize(readPngHeader(bytes), 'PNG');
    // Written anew: PDF libraries read few kinds of PNG, and nothing that hides beside the pixels is published.
    const pixels = await decodePng(bytes);
    if (!pixels) throw refuseBroken('PNG');
    return { type: 'image/png', bytes: await encodePng(pixels) };
  }
  if (!isJpeg(bytes)) throw refuse('The image is neither a PNG nor a JPEG');
  assertSize(readJpegSize(bytes), 'JPEG');
  return { type: 'image/jpeg', bytes };
}

function assertSize(size: { width: number; height: number } | null, type: string): void {
  if (!size) throw refuseBroken(type);
  if (Math.max(size.width, size.height) <= LOGO_SIDE_MAX) return;
  throw refuse(
    `The image has ${size.width} × ${size.height} pixels; the maximum is ${LOGO_SIDE_MAX} × ${LOGO_SIDE_MAX}`,
  );
}

const refuse = (message: string): FareboxError => createInvalidInputError([{ path: 'image', message }]);
const refuseBroken = (type: string): FareboxError => refuse(`The ${type} is damaged or incomplete`);

export const createLogoMissingError = (): FareboxError =>
  new FareboxError('NOT_FOUND', { message: 'This company has no logo' });
