/** MPEG audio, layer III, as far as joining needs it: frames one after another, whole to the last. ISO/IEC 11172-3, 13818-3. */

export interface Mp3 {
  /** The frames alone: no tags, and no frame that tells the length of one part. */
  frames: Uint8Array;
  durationSeconds: number;
}

interface Frame {
  bytes: number;
  samples: number;
  sampleRate: number;
  /** Bytes of the frame before its data. */
  headBytes: number;
}

const kbps = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000] as const;
const HEADER_BYTES = 4;
const ID3V1_BYTES = 128;

/** The frames of a file; null when it is none, or breaks off. */
export function readMp3(bytes: Uint8Array): Mp3 | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = skipId3(view);
  let at = start;
  let from = start;
  let durationSeconds = 0;
  while (at < view.length && !isTail(view, at)) {
    const frame = readFrame(view, at);
    if (!frame || at + frame.bytes > view.length) return null;
    if (at === start && hasLengthTag(view, at, frame)) from = at + frame.bytes;
    else durationSeconds += frame.samples / frame.sampleRate;
    at += frame.bytes;
  }
  return durationSeconds > 0 ? { frames: view.subarray(from, at), durationSeconds } : null;
}

/** One file that plays its parts one after another. */
export function joinMp3(parts: readonly Mp3[]): Mp3 {
  return {
    frames: Buffer.concat(parts.map(({ frames }) => frames)),
    durationSeconds: parts.reduce((sum, part) => sum + part.durationSeconds, 0),
  };
}

function skipId3(view: Buffer): number {
  if (view.length < 10 || view.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = view.subarray(6, 10);
  return 10 + (a << 21) + (b << 14) + (c << 7) + d;
}

/** A tag of the first version stands behind the last frame. */
const isTail = (view: Buffer, at: number): boolean =>
  view.length - at === ID3V1_BYTES && view.toString('latin1', at, at + 3) === 'TAG';

function readFrame(view: Buffer, at: number): Frame | null {
  if (at + HEADER_BYTES > view.length) return null;
  const [sync = 0, version = 0, rate = 0, mode = 0] = view.subarray(at, at + HEADER_BYTES);
  const versionBits = (version >> 3) & 3;
  const isLayer3 = ((version >> 1) & 3) === 1;
  if (sync !== 0xff || version < 0xe0 || versionBits === 1 || !isLayer3) return null;
  const isMpeg1 = versionBits === 3;
  const bitrate = (isMpeg1 ? kbps.mpeg1 : kbps.mpeg2)[rate >> 4];
  const base = sampleRates[(rate >> 2) & 3];
  if (!bitrate || !base) return null;
  const sampleRate = isMpeg1 ? base : versionBits === 2 ? base / 2 : base / 4;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (rate >> 1) & 1;
  const isMono = mode >> 6 === 3;
  const sideBytes = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    bytes: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    headBytes: HEADER_BYTES + sideBytes,
  };
}

/** The silent first frame that encoders add: of a joined file it would tell the length of the first part. */
function hasLengthTag(view: Buffer, at: number, { headBytes }: Frame): boolean {
  const marker = view.toString('latin1', at + headBytes, at + headBytes + 4);
  const vbri = view.toString('latin1', at + 36, at + 40);
  return marker === 'Xing' || marker === 'Info' || vbri === 'VBRI';
}
