import { describe, expect, it } from 'vitest';
import { detectAudioType, isWholeWav, measureSoundSeconds } from '../../src/providers/shared/audio/audio.ts';
import { createSilentMp3, createSilentWav } from '../../src/sandbox/shared/sound.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

describe('sound', () => {
  it.each([
    ['audio/mpeg', createSilentMp3('x')],
    ['audio/mpeg', bytes('ID3', [4, 0, 0, 0, 0, 0, 0])],
    ['audio/wav', createSilentWav('x')],
    ['audio/flac', bytes('fLaC', [0, 0, 0, 34])],
    ['audio/ogg', bytes('OggS', [0, 2])],
    ['audio/mp4', bytes([0, 0, 0, 32], 'ftypM4A ')],
    ['audio/webm', bytes([0x1a, 0x45, 0xdf, 0xa3])],
    ['audio/aac', bytes([0xff, 0xf1, 0x50, 0x80])],
    [null, bytes('<!DOCTYPE html>')],
    [null, bytes('%PDF-1.7')],
    [null, bytes('RIFF', [0, 0, 0, 0], 'AVI ')],
    [null, bytes([0xff, 0xd8, 0xff, 0xe0])],
    [null, bytes([])],
    [null, bytes([0xff])],
  ])('is %s by its bytes', (type, file) => {
    expect(detectAudioType(file)).toBe(type);
  });

  it('has the length that its header says', () => {
    expect(measureSoundSeconds(createSilentWav('x'.repeat(150)), 'audio/wav')).toBeCloseTo(10, 3);
    expect(measureSoundSeconds(createSilentMp3('x'.repeat(150)), 'audio/mpeg')).toBeCloseTo(10.056, 3);
    const flac = bytes('fLaC', [0, 0, 0, 34], new Array(10).fill(0), [0x0a, 0xc4, 0x42, 0xf0, 0, 0x06, 0xba, 0xa8]);
    expect(measureSoundSeconds(flac, 'audio/flac')).toBeCloseTo(10, 3);
    const mvhd = bytes(
      [0, 0, 0, 32],
      'ftypM4A ',
      'mvhd',
      [0, 0, 0, 0],
      new Array(8).fill(0),
      [0, 0, 3, 232, 0, 0, 39, 16],
    );
    expect(measureSoundSeconds(Buffer.concat([mvhd, Buffer.alloc(40)]), 'audio/mp4')).toBeCloseTo(10, 3);
  });

  it('is as long as it can be where nothing can be believed', () => {
    expect(measureSoundSeconds(Buffer.alloc(200_000), 'audio/ogg')).toBe(100);
    const broken = createSilentMp3('x'.repeat(150)).subarray(0, 1001);
    expect(measureSoundSeconds(broken, 'audio/mpeg')).toBeCloseTo(0.5, 1);
    const hurried = Buffer.from(createSilentWav('x'.repeat(150)));
    hurried.writeUInt32LE(0xffffffff, 28);
    expect(measureSoundSeconds(hurried, 'audio/wav')).toBeCloseTo(10, 3);
    const little = Buffer.from(createSilentWav('x'.repeat(150)));
    little.writeUInt32LE(10, 40);
    expect(measureSoundSeconds(little, 'audio/wav')).toBeCloseTo(10, 3);
    const odd = Buffer.from(createSilentWav('x'));
    odd.writeUInt16LE(0x55, 20);
    expect(measureSoundSeconds(odd, 'audio/wav')).toBe(odd.length / 2000);
  });

  it('is whole or not', () => {
    const wav = createSilentWav('Hello');
    expect(isWholeWav(wav)).toBe(true);
    for (const length of [0, 11, 44, wav.length - 1]) expect(isWholeWav(wav.subarray(0, length))).toBe(false);
    expect(isWholeWav(createSilentMp3('Hello'))).toBe(false);
  });

  it('never fails, whatever the bytes', () => {
    for (let seed = 0; seed < 500; seed++) {
      const noise = Buffer.from(Array.from({ length: seed % 90 }, (_, at) => (seed * 31 + at * at * 17) & 0xff));
      noise.write('RIFF', 0, 'latin1');
      if (noise.length > 12) noise.write('WAVEfmt ', 8, 'latin1');
      for (const type of ['audio/wav', 'audio/flac', 'audio/mp4', 'audio/mpeg'] as const) {
        expect(measureSoundSeconds(noise, type)).toBeGreaterThanOrEqual(0);
      }
      expect(isWholeWav(noise)).toBeTypeOf('boolean');
    }
  });
});
