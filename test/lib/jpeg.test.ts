/** JPEG images that are damaged in any way: refused or cleaned, never an exception. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanJpeg } from '../../src/lib/jpeg.ts';
import { dressJpeg, exifOf, plainJpeg } from '../harness/jpeg.ts';

const dressed = dressJpeg([exifOf(6)]);

it('damaged bytes are refused, or give a whole picture without what a camera adds', () => {
  const damage = fc.array(fc.tuple(fc.nat(dressed.length - 1), fc.nat(255)), { maxLength: 4 });
  fc.assert(
    fc.property(damage, fc.nat(dressed.length), (changes, length) => {
      const bytes = Buffer.from(dressed.subarray(0, dressed.length - (length % 40)));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      const clean = cleanJpeg(bytes);
      if (clean === null) return;
      expect([...clean.bytes.subarray(0, 2), ...clean.bytes.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
      expect(cleanJpeg(clean.bytes)).toEqual(clean);
    }),
    { numRuns: 2_000 },
  );
});

it('orientations turn the sides, and others than eight are none', () => {
  const sides = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((orientation) => cleanJpeg(dressJpeg([exifOf(orientation)]))?.width);
  expect(sides).toEqual([16, 16, 16, 16, 8, 8, 8, 8, 16]);
  expect(cleanJpeg(dressJpeg([exifOf(9)]))?.bytes).toEqual(plainJpeg);
});
