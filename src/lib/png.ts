/** Decodes any PNG image, and encodes its pixels as the simplest kind of PNG. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

export interface PngHeader {
  width: number;
  height: number;
  depth: number;
  color: number;
  isInterlaced: boolean;
}

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel. */
  rgba: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHANNELS = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const DEPTHS = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);
const INDEXED = 3;
/** First column and row, and the steps between them: the passes of Adam7. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export const isPng = (bytes: Uint8Array): boolean => SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length));

/** Null where the bytes are no whole PNG. */
export function readPngHeader(bytes: Uint8Array): PngHeader | null {
  const header = isPng(bytes) ? listChunks(bytes)?.get('IHDR') : undefined;
  if (header?.length !== 13) return null;
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.subarray(8);
  if (!DEPTHS.get(color)?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  return width > 0 && height > 0 ? { width, height, depth, color, isInterlaced: interlace === 1 } : null;
}

/**
 * Null where the bytes are no whole PNG. The caller has looked at the size: it decides how much memory this takes. A large
 * image takes half a second: not for the main thread.
 */
export function decodePng(bytes: Uint8Array): Pixels | null {
  const header = readPngHeader(bytes);
  const chunks = listChunks(bytes);
  if (!header || !chunks) return null;
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  if (header.color === INDEXED && (palette.length === 0 || palette.length % 3 !== 0)) return null;
  const size = listPasses(header).reduce((sum, { columns, rows }) => sum + rows * (1 + lineBytes(header, columns)), 0);
  const data = inflateWhole(chunks.get('IDAT') ?? Buffer.alloc(0), size);
  return data && unpack(header, data, new Colors(header, palette, chunks.get('tRNS')));
}

/** Without an alpha channel where nothing is transparent. */
export function encodePng({ width, height, rgba }: Pixels): Uint8Array {
  const isOpaque = isWhollyOpaque(rgba);
  const channels = isOpaque ? 3 : 4;
  const line = width * channels;
  const data = Buffer.alloc(height * (line + 1));
  for (let row = 0; row < height; row++) {
    let to = row * (line + 1);
    // Each byte as its difference to the one above: images repeat their lines.
    data[to++] = 2;
    const end = (row + 1) * width * 4;
    const above = row === 0 ? EMPTY : rgba.subarray((row - 1) * width * 4, row * width * 4);
    for (let from = row * width * 4, up = 0; from < end; from += 4, up += 4) {
      for (let channel = 0; channel < channels; channel++) {
        data[to++] = (rgba[from + channel] ?? 0) - (above[up + channel] ?? 0);
      }
    }
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, isOpaque ? 2 : 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const chunks = [writeChunk('IHDR', header), writeChunk('IDAT', deflateSync(data))];
  return Buffer.concat([SIGNATURE, ...chunks, writeChunk('IEND', Buffer.alloc(0))]);
}

const EMPTY = new Uint8Array();

function isWhollyOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

function writeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Chunks by their type, those of one type joined; null unless they are whole and end with IEND. */
function listChunks(bytes: Uint8Array): Map<string, Buffer> | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = new Map<string, Buffer[]>();
  for (let at = SIGNATURE.length; at + 12 <= data.length; ) {
    const end = at + 8 + data.readUInt32BE(at);
    if (end + 4 > data.length || data.readUInt32BE(end) !== crc32(data.subarray(at + 4, end))) return null;
    const type = data.toString('latin1', at + 4, at + 8);
    if (type === 'IEND') return new Map([...parts].map(([name, pieces]) => [name, Buffer.concat(pieces)]));
    const before = type === 'IDAT' ? parts.get(type) : undefined;
    if (before) before.push(data.subarray(at + 8, end));
    else parts.set(type, [data.subarray(at + 8, end)]);
    at = end + 4;
  }
  return null;
}

interface Pass {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  columns: number;
  rows: number;
}

function listPasses({ width, height, isInterlaced }: PngHeader): Pass[] {
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  return passes
    .map(([left, top, stepX, stepY]) => {
      const [columns, rows] = [Math.ceil((width - left) / stepX), Math.ceil((height - top) / stepY)];
      return { left, top, stepX, stepY, columns, rows };
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0);
}

const bitsOf = ({ depth, color }: PngHeader): number => depth * (CHANNELS.get(color) ?? 1);
const lineBytes = (header: PngHeader, columns: number): number => Math.ceil((columns * bitsOf(header)) / 8);

/** Null unless it is `size` bytes: a small file may hold gigabytes. */
function inflateWhole(packed: Uint8Array, size: number): Buffer | null {
  try {
    const data = inflateSync(packed, { maxOutputLength: size });
    return data.length === size ? data : null;
  } catch {
    return null;
  }
}

/** Null where a line has a filter that does not exist, or a pixel a color that the palette has not. */
function unpack(header: PngHeader, data: Buffer, colors: Colors): Pixels | null {
  const { width, height } = header;
  const rgba = new Uint8Array(width * height * 4);
  const before = Math.max(1, bitsOf(header) / 8);
  let at = 0;
  for (const { left, top, stepX, stepY, columns, rows } of listPasses(header)) {
    const size = lineBytes(header, columns);
    let above: Uint8Array = new Uint8Array(size);
    for (let row = 0; row < rows; row++) {
      const line = data.subarray(at + 1, at + 1 + size);
      if (!unfilter(data[at] ?? 0, line, above, before)) return null;
      for (let column = 0; column < columns; column++) {
        const pixel = ((top + row * stepY) * width + left + column * stepX) * 4;
        if (!colors.paint(line, column, rgba, pixel)) return null;
      }
      above = line;
      at += 1 + size;
    }
  }
  return { width, height, rgba };
}

/** Undoes the filter of a line in place; `before`: bytes of a pixel. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, before: number): boolean {
  if (filter > 4) return false;
  for (let at = 0; filter > 0 && at < line.length; at++) {
    const a = at < before ? 0 : (line[at - before] ?? 0);
    const b = above[at] ?? 0;
    const predicted =
      filter === 1
        ? a
        : filter === 2
          ? b
          : filter === 3
            ? (a + b) >> 1
            : predict(a, b, at < before ? 0 : (above[at - before] ?? 0));
    line[at] = (line[at] ?? 0) + predicted;
  }
  return true;
}

/** The neighbor that is nearest to what the three of them lead to expect (Paeth). */
function predict(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** From the samples of a line to colors. */
class Colors {
  readonly #header: PngHeader;
  readonly #palette: Buffer;
  readonly #alphas: Buffer;
  /** The samples that stand for transparent pixels, where one color does. */
  readonly #clear: readonly number[];
  readonly #channels: number;
  /** Samples are the colors as they are. */
  readonly #isPlain: boolean;

  constructor(header: PngHeader, palette: Buffer, transparency: Buffer = Buffer.alloc(0)) {
    this.#header = header;
    this.#palette = palette;
    this.#alphas = transparency;
    const samples = header.color === 0 ? 1 : header.color === 2 ? 3 : 0;
    const isWhole = samples > 0 && transparency.length >= samples * 2;
    this.#clear = isWhole ? Array.from({ length: samples }, (_, at) => transparency.readUInt16BE(at * 2)) : [];
    this.#channels = CHANNELS.get(header.color) ?? 1;
    this.#isPlain = header.depth === 8 && this.#channels > 2 && this.#clear.length === 0;
  }

  paint(line: Uint8Array, column: number, rgba: Uint8Array, pixel: number): boolean {
    const { color, depth } = this.#header;
    const channels = this.#channels;
    if (this.#isPlain) {
      const at = column * channels;
      for (let channel = 0; channel < channels; channel++) rgba[pixel + channel] = line[at + channel] ?? 0;
      if (channels === 3) rgba[pixel + 3] = 255;
      return true;
    }
    const first = this.#sample(line, column * channels);
    if (color === INDEXED) {
      rgba.set(this.#palette.subarray(first * 3, first * 3 + 3), pixel);
      rgba[pixel + 3] = this.#alphas[first] ?? 255;
      return first * 3 < this.#palette.length;
    }
    const isGray = channels < 3;
    const most = 2 ** depth - 1;
    let isClear = this.#clear.length > 0;
    for (let channel = 0; channel < 3; channel++) {
      const sample = isGray ? first : this.#sample(line, column * channels + channel);
      rgba[pixel + channel] = Math.round((sample * 255) / most);
      isClear &&= sample === this.#clear[isGray ? 0 : channel];
    }
    const hasAlpha = channels % 2 === 0;
    const alpha = hasAlpha ? this.#sample(line, column * channels + channels - 1) : most;
    rgba[pixel + 3] = isClear ? 0 : Math.round((alpha * 255) / most);
    return true;
  }

  #sample(line: Uint8Array, index: number): number {
    const { depth } = this.#header;
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0);
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  }
}
