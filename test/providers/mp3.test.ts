import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { joinMp3, type Mp3, readMp3 } from '../../src/providers/shared/audio/mp3.ts';
import { createSilentMp3, createSilentWav } from '../../src/sandbox/shared/sound.ts';
import { programs } from '../harness/programs.ts';

function mp3(bytes: Uint8Array): Mp3 {
  const read = readMp3(bytes);
  if (!read) throw new Error('No MP3');
  return read;
}

describe('MP3', () => {
  it('is read frame by frame', () => {
    const { frames, durationSeconds } = mp3(createSilentMp3('x'.repeat(150)));
    expect(frames.length % 192).toBe(0);
    expect(durationSeconds).toBeCloseTo((frames.length / 192) * 0.024, 6);
    expect(durationSeconds).toBeCloseTo(10, 0);
  });

  it('must be whole', () => {
    const whole = createSilentMp3('Hello');
    for (const length of [0, 1, 3, 191, 193, whole.length - 1]) expect(readMp3(whole.subarray(0, length))).toBeNull();
    expect(readMp3(Buffer.from('<!DOCTYPE html><title>Welcome</title>'))).toBeNull();
    expect(readMp3(createSilentWav('Hello'))).toBeNull();
    expect(readMp3(Buffer.concat([whole, Buffer.from('junk')]))).toBeNull();
  });

  it('may stand between tags', () => {
    const whole = createSilentMp3('Hello');
    const before = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'), Buffer.alloc(130)]);
    const behind = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
    expect(Buffer.from(mp3(Buffer.concat([before, whole, behind])).frames)).toEqual(Buffer.from(whole));
  });

  it('never reads past its end, whatever the bytes', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const bytes = new Uint8Array(seed % 700).map((_, at) => (seed * 7919 + at * at * 104729 + (at << 3)) & 0xff);
      bytes.set([0xff, 0xe0 | (seed & 0x1f), seed & 0xff, (seed >> 3) & 0xff].slice(0, bytes.length));
      const read = readMp3(bytes);
      if (read) expect(read.frames.length).toBeLessThanOrEqual(bytes.length);
    }
  });

  it.skipIf(programs.lame === null)('of real encoders is joined into one that real decoders play to its end', () => {
    const lame = programs.lame ?? '';
    const run = (args: string[], input: Uint8Array) => execFileSync(lame, args, { input, maxBuffer: 1 << 26 });
    const parts = ['a'.repeat(15), 'b'.repeat(45)].map((text) =>
      mp3(run(['--quiet', '-m', 'm', '-b', '64', '-', '-'], createSilentWav(text))),
    );
    const joined = joinMp3(parts);
    expect(joined.durationSeconds).toBeGreaterThan(4);
    expect(joined.durationSeconds).toBeLessThan(4.4);
    expect(mp3(joined.frames).durationSeconds).toBeCloseTo(joined.durationSeconds, 6);
    const wav = run(['--quiet', '--decode', '--mp3input', '-', '-'], joined.frames);
    expect(wav.length / 2 / 16_000).toBeGreaterThan(3.9);
  });
});
