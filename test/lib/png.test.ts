/** Every kind of PNG gives the pixels that were put in, and what is broken gives none. */
import { describe, expect, it } from 'vitest';
import { decodePng, encodePng } from '../../src/lib/png.ts';
import { buildPng } from '../harness/png.ts';

const KINDS = [
  [0, 1, [1, 2, 4, 8, 16]],
  [2, 3, [8, 16]],
  [3, 1, [1, 2, 4, 8]],
  [4, 2, [8, 16]],
  [6, 4, [8, 16]],
] as const;
const [WIDTH, HEIGHT] = [13, 11];

const palette = Buffer.from(Array.from({ length: 768 }, (_, at) => (at * 89 + 7) % 256));
const alphas = Buffer.from([0, 128]);

describe.each(KINDS.flatMap(([color, channels, depths]) => depths.map((depth) => ({ color, channels, depth }))))(
  'PNG of color type $color with $depth bits',
  ({ color, channels, depth }) => {
    const most = 2 ** depth - 1;
    const sampleAt = (x: number, y: number): number[] =>
      Array.from({ length: channels }, (_, channel) => ((x * 31 + y * 57 + channel * 11) * 977) % (most + 1));
    const colorAt = (x: number, y: number): number[] => {
      const samples = sampleAt(x, y);
      const [first = 0] = samples;
      if (color === 3) return [...palette.subarray(first * 3, first * 3 + 3), alphas[first] ?? 255];
      const scaled = samples.map((sample) => Math.round((sample * 255) / most));
      const [gray = 0, alpha = 255] = scaled;
      if (channels < 3) return [gray, gray, gray, channels === 2 ? alpha : first === sampleAt(0, 0)[0] ? 0 : 255];
      return channels === 4 ? scaled : [...scaled, samples.every((one, at) => one === sampleAt(0, 0)[at]) ? 0 : 255];
    };
    const clear = Buffer.alloc(channels * 2);
    sampleAt(0, 0).forEach((sample, at) => {
      clear.writeUInt16BE(sample, at * 2);
    });
    const chunks: [string, Uint8Array][] =
      color === 3
        ? [
            ['PLTE', palette.subarray(0, 3 * 2 ** depth)],
            ['tRNS', alphas],
          ]
        : [['tRNS', clear]];
    const expected = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
      colorAt(at % WIDTH, Math.floor(at / WIDTH)),
    ).flat();

    it.each([false, true])('interlaced: %s', async (isInterlaced) => {
      const image = { width: WIDTH, height: HEIGHT, depth, color, isInterlaced, sampleAt };
      const bytes = buildPng({ ...image, chunks: color >= 4 ? [] : chunks });
      const pixels = decodePng(bytes);
      expect([...(pixels?.rgba ?? [])]).toEqual(expected);
      const again = pixels && decodePng(encodePng(pixels));
      expect(again).toEqual(pixels);
      for (let cut = 0; cut < bytes.length; cut += 7) expect(decodePng(bytes.subarray(0, cut))).toBeNull();
      for (let at = 8; at < bytes.length; at += 5) {
        const broken = Buffer.from(bytes);
        broken[at] = (broken[at] ?? 0) ^ 0x55;
        expect(decodePng(broken)).toBeNull();
      }
    });
  },
);

it('a small file that holds gigabytes is no image', async () => {
  const bomb = buildPng({ width: 4_000, height: 4_000, depth: 1, color: 0, sampleAt: () => [0] });
  const claimed = buildPng({ width: 1, height: 1, depth: 8, color: 0, sampleAt: () => [0] });
  const header = claimed.subarray(8, 33);
  expect(decodePng(Buffer.concat([claimed.subarray(0, 8), header, bomb.subarray(33)]))).toBeNull();
});
