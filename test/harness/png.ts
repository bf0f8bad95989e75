/** PNG images of every kind, for tests. */
import { crc32, deflateSync } from 'node:zlib';

export interface PngOptions {
  width: number;
  height: number;
  depth: number;
  color: number;
  isInterlaced?: boolean;
  /** Samples of each pixel. */
  sampleAt(x: number, y: number): readonly number[];
  /** Further chunks before the pixels. */
  chunks?: readonly [string, Uint8Array][];
}

const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function buildPng(options: PngOptions): Buffer {
  const { width, height, depth, color, isInterlaced = false, chunks = [] } = options;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, isInterlaced ? 1 : 0], 8);
  const lines = (isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const)).flatMap((pass) => listLines(options, pass));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    ...chunks.map(([type, data]) => chunkOf(type, data)),
    chunkOf('IDAT', deflateSync(Buffer.concat(lines))),
    chunkOf('IEND', new Uint8Array()),
  ]);
}

export function chunkOf(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** Each line with the next of the five filters. */
function listLines(
  options: PngOptions,
  [left, top, stepX, stepY]: readonly [number, number, number, number],
): Buffer[] {
  const { width, height, depth, sampleAt } = options;
  const lines: Buffer[] = [];
  if (left >= width) return lines;
  let above: Buffer | undefined;
  let before = 1;
  for (let y = top; y < height; y += stepY) {
    let bits = '';
    for (let x = left; x < width; x += stepX) {
      const samples = sampleAt(x, y);
      before = Math.max(1, (samples.length * depth) / 8);
      bits += samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('');
    }
    const line = Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
    lines.push(filterLine(lines.length % 5, line, above ?? Buffer.alloc(line.length), before));
    above = line;
  }
  return lines;
}

function filterLine(filter: number, line: Buffer, above: Buffer, before: number): Buffer {
  const filtered = line.map((value, at) => {
    const [a, b, c] = [line[at - before] ?? 0, above[at] ?? 0, above[at - before] ?? 0];
    const p = a + b - c;
    const nearest = [a, b, c].reduce((best, one) => (Math.abs(p - one) < Math.abs(p - best) ? one : best));
    return value - ([0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0);
  });
  return Buffer.concat([Buffer.from([filter]), filtered]);
}
