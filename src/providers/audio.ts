/** What kind of sound bytes are, by the bytes themselves: names and labels are only said. */

export type AudioType =
  | 'audio/mpeg'
  | 'audio/wav'
  | 'audio/flac'
  | 'audio/ogg'
  | 'audio/mp4'
  | 'audio/webm'
  | 'audio/aac';

/** For names of files: the services go by them. */
export const audioExtensions: Readonly<Record<AudioType, string>> = {
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'audio/aac': 'aac',
};

/** Null for what is no sound, or of a kind that transcribers don't read. */
export function audioTypeOf(bytes: Uint8Array): AudioType | null {
  const head = Buffer.from(bytes.subarray(0, 16));
  const marks = (at: number, text: string): boolean => head.toString('latin1', at, at + text.length) === text;
  if (marks(0, 'RIFF') && marks(8, 'WAVE')) return 'audio/wav';
  if (marks(0, 'fLaC')) return 'audio/flac';
  if (marks(0, 'OggS')) return 'audio/ogg';
  if (marks(4, 'ftyp')) return 'audio/mp4';
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'audio/webm';
  if (marks(0, 'ID3')) return 'audio/mpeg';
  const [first = 0, second = 0] = head;
  if (first !== 0xff || second < 0xe0) return null;
  // ADTS has the layer bits 00, which in MPEG audio mean nothing.
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  return ((second >> 1) & 3) === 0 || ((second >> 3) & 3) === 1 ? null : 'audio/mpeg';
}

interface WavChunk {
  name: string;
  at: number;
  bytes: number;
}

/** The chunks of a WAV whose headers are whole. */
function wavChunks(view: Buffer): WavChunk[] {
  const chunks: WavChunk[] = [];
  for (let at = 12; at + 8 <= view.length; ) {
    const bytes = view.readUInt32LE(at + 4);
    chunks.push({ name: view.toString('latin1', at, at + 4), at: at + 8, bytes });
    at += 8 + bytes + (bytes % 2);
  }
  return chunks;
}

/** Whether a WAV has all the sound that its header speaks of. */
export function isWholeWav(bytes: Uint8Array): boolean {
  if (audioTypeOf(bytes) !== 'audio/wav') return false;
  const data = wavChunks(asBuffer(bytes)).find(({ name }) => name === 'data');
  return data !== undefined && data.bytes > 0 && data.at + data.bytes <= bytes.byteLength;
}

/** Seconds of a WAV; null where its header does not say. */
export function wavSeconds(bytes: Uint8Array): number | null {
  const view = asBuffer(bytes);
  const chunks = wavChunks(view);
  const format = chunks.find(({ name, at }) => name === 'fmt ' && at + 12 <= view.length);
  const data = chunks.find(({ name }) => name === 'data');
  const bytesPerSecond = format ? view.readUInt32LE(format.at + 8) : 0;
  return data && bytesPerSecond > 0 ? Math.min(data.bytes, view.length - data.at) / bytesPerSecond : null;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
