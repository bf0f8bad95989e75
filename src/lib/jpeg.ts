/** Reads the headers of JPEG images, and removes everything but the picture. */

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/** Baseline, extended and progressive: the kinds that browsers and PDF readers show. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const OTHER_FRAMES = [0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const TABLES = { quantization: 0xdb, huffman: 0xc4 };
const SCAN = 0xda;
const END = 0xd9;

/** Null where the bytes are no whole JPEG of 8 bits a sample in gray, color or CMYK. */
export function readJpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const seen = new Set<number>();
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= data.length; ) {
    const marker = data[at + 1] ?? 0;
    const length = data.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (data[at] !== 0xff || length < 2 || end > data.length || OTHER_FRAMES.includes(marker)) return null;
    if (FRAMES.includes(marker)) {
      size = readFrame(data.subarray(at + 4, end));
      if (!size || seen.has(0)) return null;
      seen.add(0);
    }
    seen.add(marker);
    if (marker === SCAN) {
      const hasTables = Object.values(TABLES).every((table) => seen.has(table));
      return hasTables && data.lastIndexOf(Buffer.from([0xff, END])) > end ? size : null;
    }
    at = end;
  }
  return null;
}

function readFrame(frame: Buffer): { width: number; height: number } | null {
  if (frame.length < 6) return null;
  const [depth, components = 0] = [frame[0], frame[5]];
  const isKnown = depth === 8 && [1, 3, 4].includes(components) && frame.length === 6 + components * 3;
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  return isKnown && width > 0 && height > 0 ? { width, height } : null;
}

const APP0 = 0xe0;
const EXIF = 0xe1;
const COLOR_PROFILE = 0xe2;
const ADOBE = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

export interface CleanJpeg {
  bytes: Uint8Array;
  /** As it is shown, upright. */
  width: number;
  height: number;
}

/**
 * The same picture, without loss: places, names, thumbnails, comments and whatever follows the picture are left out. What
 * decides its look is kept: the color profile and how it is turned. Null where the bytes are no whole JPEG.
 */
export function cleanJpeg(bytes: Uint8Array): CleanJpeg | null {
  const size = readJpegSize(bytes);
  const segments = size && listSegments(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!segments) return null;
  const orientation = readOrientation(segments);
  const isTurned = orientation > 4;
  const kept = segments.flatMap(cleanSegment);
  const head = kept[0]?.[1] === APP0 ? 1 : 0;
  const turn = orientation > 1 ? [writeOrientation(orientation)] : [];
  return {
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8]), ...kept.slice(0, head), ...turn, ...kept.slice(head)]),
    width: isTurned ? size.height : size.width,
    height: isTurned ? size.width : size.height,
  };
}

/** Progressive pictures have about ten: each is a whole pass over the pixels for whoever shows the picture. */
const SCANS_MAX = 64;

/** From the first marker to the end of the picture; a scan goes with its data. Null without an end. */
function listSegments(data: Buffer): Buffer[] | null {
  const segments: Buffer[] = [];
  let scans = 0;
  for (let at = 2; at + 2 <= data.length; ) {
    const marker = data[at + 1] ?? 0;
    if (data[at] !== 0xff) return null;
    if (marker === END) return [...segments, data.subarray(at, at + 2)];
    if (at + 4 > data.length) return null;
    const headEnd = at + 2 + data.readUInt16BE(at + 2);
    const end = marker === SCAN ? findScanEnd(data, headEnd) : headEnd;
    if (headEnd < at + 4 || end > data.length) return null;
    if (marker === SCAN && ++scans > SCANS_MAX) return null;
    segments.push(data.subarray(at, end));
    at = end;
  }
  return null;
}

/** The next marker that isn't part of the data. */
function findScanEnd(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return data.length + 1;
}

function cleanSegment(segment: Buffer): Buffer[] {
  const marker = segment[1] ?? 0;
  if (marker === APP0) return segment.length >= 18 && hasName(segment, 'JFIF\0') ? [writeJfif(segment)] : [];
  if (marker === COLOR_PROFILE) return hasName(segment, 'ICC_PROFILE\0') ? [segment] : [];
  if (marker === ADOBE) return hasName(segment, 'Adobe') ? [segment.subarray(0, 16)].map(fixLength) : [];
  return (marker > APP0 && marker <= APP15) || marker === COMMENT ? [] : [segment];
}

const hasName = (segment: Buffer, name: string): boolean => segment.toString('latin1', 4, 4 + name.length) === name;

/** Without its thumbnail, which may show what was cut off. */
function writeJfif(segment: Buffer): Buffer {
  const jfif = Buffer.from(segment.subarray(0, 18));
  jfif.fill(0, 16);
  return fixLength(jfif);
}

function fixLength(segment: Buffer): Buffer {
  const fixed = Buffer.from(segment);
  fixed.writeUInt16BE(segment.length - 2, 2);
  return fixed;
}

const ORIENTATION = 0x0112;
const SHORT = 3;
/** Exif with one entry; the zeros in it are the orientation. */
const TURN = Buffer.from(`ffe10022457869660000${'4d4d002a00000008'}0001${'011200030000000100000000'}00000000`, 'hex');
const TURN_AT = 28;

function writeOrientation(orientation: number): Buffer {
  const segment = Buffer.from(TURN);
  segment.writeUInt16BE(orientation, TURN_AT);
  return segment;
}

/** 1, upright, where nothing else is said. */
function readOrientation(segments: readonly Buffer[]): number {
  const exif = segments.find((segment) => segment[1] === EXIF && hasName(segment, 'Exif\0\0'));
  const tiff = exif?.subarray(10);
  if (!tiff || tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  const count = read16(start);
  for (let entry = start + 2; entry < start + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12) {
    if (read16(entry) !== ORIENTATION || read16(entry + 2) !== SHORT) continue;
    const value = read16(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
