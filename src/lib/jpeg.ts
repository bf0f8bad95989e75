/** Reads the headers of JPEG images. */

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
