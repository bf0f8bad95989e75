/** Reads uploaded pictures: what they are is told by their content, and only the picture itself is kept of them. */
import { cleanJpeg, isJpeg, readJpegSize } from './jpeg.ts';
import { decodePng, encodePng, isPng, type Pixels, readPngHeader } from './png.ts';

export interface Picture {
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
  /** As it is shown, upright. */
  width: number;
  height: number;
}

export interface PictureLimits {
  bytesMax: number;
  /** Of its longer side. */
  sideMax: number;
  pixelsMax: number;
  /** Re-encoding a PNG takes some 150 ns per pixel. */
  pngPixelsMax: number;
  /** Otherwise transparent areas become white: transparency takes PDF libraries seconds, and vanishes on dark pages. */
  keepsTransparency: boolean;
}

export const isPicture = (bytes: Uint8Array): boolean => isPng(bytes) || isJpeg(bytes);

/** The text says why the picture can't be taken. A large PNG takes seconds: not for the main thread. */
export function readPicture(bytes: Uint8Array, limits: PictureLimits): Picture | string {
  if (bytes.byteLength > limits.bytesMax) return describeLargeFile('image', limits.bytesMax);
  if (isPng(bytes)) return readPng(bytes, limits);
  if (!isJpeg(bytes)) return 'The image is neither a PNG nor a JPEG';
  const fault = findSizeFault(readJpegSize(bytes), 'JPEG', limits);
  if (fault !== null) return fault;
  const picture = cleanJpeg(bytes);
  return picture ? { type: 'image/jpeg', ...picture } : describeDamage('JPEG');
}

function readPng(bytes: Uint8Array, limits: PictureLimits): Picture | string {
  const fault = findSizeFault(readPngHeader(bytes), 'PNG', limits);
  if (fault !== null) return fault;
  // Re-encoded: PDF libraries read few kinds of PNG, and nothing that hides beside the pixels is published.
  const pixels = decodePng(bytes);
  if (!pixels) return describeDamage('PNG');
  if (!limits.keepsTransparency) whiten(pixels);
  const written = encodePng(pixels);
  if (written.byteLength > limits.bytesMax) {
    return `${describeLargeFile('PNG', limits.bytesMax)} when it is re-encoded. Save it as a JPEG`;
  }
  return { type: 'image/png', bytes: written, width: pixels.width, height: pixels.height };
}

function whiten({ rgba }: Pixels): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      rgba[channel] = 255 - Math.round(((255 - (rgba[channel] ?? 0)) * alpha) / 255);
    }
    rgba[at + 3] = 255;
  }
}

const describeDamage = (type: string): string => `The ${type} is damaged or incomplete`;

export const describeLargeFile = (name: string, bytesMax: number): string =>
  `The ${name} is larger than ${bytesMax < 1024 * 1024 ? `${bytesMax / 1024} KiB` : `${bytesMax / 1024 / 1024} MiB`}`;

function findSizeFault(
  size: { width: number; height: number } | null,
  type: 'PNG' | 'JPEG',
  limits: PictureLimits,
): string | null {
  if (!size) return describeDamage(type);
  const { width, height } = size;
  const { sideMax } = limits;
  const pixelsMax = type === 'PNG' ? limits.pngPixelsMax : limits.pixelsMax;
  if (Math.max(width, height) > sideMax) {
    return `The image has ${width} × ${height} pixels; the maximum is ${sideMax} × ${sideMax}`;
  }
  if (width * height <= pixelsMax) return null;
  return `The image has ${width} × ${height} pixels; the maximum of a ${type} is ${pixelsMax / 1_000_000} megapixels`;
}
