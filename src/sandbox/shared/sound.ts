/** The sandbox's voice is silence that lasts as long as the text would take: real MP3 and WAV, the same each time. */

/** MPEG-2 layer III, 64 kbit/s, 24 kHz, mono: 192 bytes, 24 ms. Without side information a frame is silent. */
const FRAME_HEAD = [0xff, 0xf3, 0x84, 0xc4];
const FRAME_BYTES = 192;
const FRAME_SECONDS = 0.024;
const CHARACTERS_PER_SECOND = 15;
const WAV_RATE = 16_000;

const estimateSeconds = (text: string): number => Math.max(0.2, Array.from(text).length / CHARACTERS_PER_SECOND);

export function createSilentMp3(text: string): Uint8Array {
  // An odd number of frames: half of the file ends inside one.
  const frames = 2 * Math.ceil(estimateSeconds(text) / FRAME_SECONDS / 2) + 1;
  const bytes = new Uint8Array(frames * FRAME_BYTES);
  for (let at = 0; at < bytes.length; at += FRAME_BYTES) bytes.set(FRAME_HEAD, at);
  return bytes;
}

/** 16 kHz, 16 bits, mono. */
export function createSilentWav(text: string): Uint8Array {
  const data = 2 * Math.ceil(estimateSeconds(text) * WAV_RATE);
  const wav = Buffer.alloc(44 + data);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + data, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(WAV_RATE, 24);
  wav.writeUInt32LE(WAV_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(data, 40);
  return wav;
}

/** Whether bytes begin like a file of sound. */
export function isSound(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12));
  const text = head.toString('latin1');
  if (/^(RIFF....WAVE|fLaC|OggS|ID3|....ftyp)/s.test(text)) return true;
  return head.length >= 4 && (head.readUInt32BE(0) === 0x1a45dfa3 || head.readUInt16BE(0) >= 0xffe2);
}
