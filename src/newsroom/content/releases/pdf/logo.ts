/** Reads an uploaded logo in the form that a press release is printed with. */
import type { Logo } from '../../../../identity/companies/logo.ts';
import { isJpeg, readJpegSize } from '../../../../lib/jpeg.ts';
import { decodePng, encodePng, isPng, readPngHeader } from '../../../../lib/png.ts';
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX } from './types.ts';

/** The text says why the image can't be printed. */
export function readLogo(bytes: Uint8Array): Logo | string {
  if (bytes.byteLength > LOGO_BYTES_MAX) return `The image is larger than ${LOGO_BYTES_MAX / 1024} KiB`;
  if (isPng(bytes)) {
    const fault = findSizeFault(readPngHeader(bytes), 'PNG');
    if (fault !== null) return fault;
    // Written anew: PDF libraries read few kinds of PNG, and nothing that hides beside the pixels is published.
    const pixels = decodePng(bytes);
    return pixels ? { type: 'image/png', bytes: encodePng(pixels) } : describeDamage('PNG');
  }
  if (!isJpeg(bytes)) return 'The image is neither a PNG nor a JPEG';
  return findSizeFault(readJpegSize(bytes), 'JPEG') ?? { type: 'image/jpeg', bytes };
}

function findSizeFault(size: { width: number; height: number } | null, type: string): string | null {
  if (!size) return describeDamage(type);
  if (Math.max(size.width, size.height) <= LOGO_SIDE_MAX) return null;
  return `The image has ${size.width} × ${size.height} pixels; the maximum is ${LOGO_SIDE_MAX} × ${LOGO_SIDE_MAX}`;
}

const describeDamage = (type: string): string => `The ${type} is damaged or incomplete`;
