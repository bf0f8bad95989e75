/** Detects audio format and duration from the bytes, not from names or labels. */
import { readMp3 } from './mp3.ts';

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
export function detectAudioType(bytes: Uint8Array): AudioType | null {
  const head = Buffer.from(bytes.subarray(0, 16));
  const hasMark = (at: number, text: string): boolean => head.toString('latin1', at, at + text.length) === text;
  if (hasMark(0, 'RIFF') && hasMark(8, 'WAVE')) return 'audio/wav';
  if (hasMark(0, 'fLaC')) return 'audio/flac';
  if (hasMark(0, 'OggS')) return 'audio/ogg';
  if (hasMark(4, 'ftyp')) return 'audio/mp4';
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'audio/webm';
  if (hasMark(0, 'ID3')) return 'audio/mpeg';
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
function listWavChunks(view: Buffer): WavChunk[] {
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
  if (detectAudioType(bytes) !== 'audio/wav') return false;
  const data = listWavChunks(toBuffer(bytes)).find(({ name }) => name === 'data');
  return data !== undefined && data.bytes > 0 && data.at + data.bytes <= bytes.byteLength;
}

/** Slower than any speech that can be understood: sound of an unknown length is as long as it could be. */
const BYTES_PER_SECOND_MIN = 2_000;

/** Seconds of sound: as its own header says, or the most that so many bytes can be. */
export function measureSoundSeconds(bytes: Uint8Array, type: AudioType): number {
  const view = toBuffer(bytes);
  const seconds = lengthReaders[type]?.(view);
  const isLikely = seconds !== undefined && seconds !== null && Number.isFinite(seconds) && seconds > 0;
  return isLikely ? seconds : view.length / BYTES_PER_SECOND_MIN;
}

const lengthReaders: Partial<Record<AudioType, (view: Buffer) => number | null>> = {
  'audio/wav': readWavSeconds,
  'audio/mpeg': (view) => readMp3(view)?.durationSeconds ?? null,
  'audio/flac': readFlacSeconds,
  'audio/mp4': readMp4Seconds,
};

/** By the facts that decoders go by: the header's own bytes a second are only said. */
function readWavSeconds(view: Buffer): number | null {
  const chunks = listWavChunks(view);
  const format = chunks.find(({ name, at }) => name === 'fmt ' && at + 16 <= view.length)?.at;
  const data = chunks.find(({ name }) => name === 'data');
  if (format === undefined || !data || !PLAIN_FORMATS.includes(view.readUInt16LE(format))) return null;
  const sampleBytes = (view.readUInt16LE(format + 2) * view.readUInt16LE(format + 14)) / 8;
  return (view.length - data.at) / (view.readUInt32LE(format + 4) * sampleBytes);
}

/** Whole numbers, fractions, and either of them in the extended form. */
const PLAIN_FORMATS = [1, 3, 0xfffe];

/** The first block of a FLAC file has its rate (20 bits) and its samples (36 bits). */
function readFlacSeconds(view: Buffer): number | null {
  if (view.length < 26) return null;
  const rate = view.readUIntBE(18, 3) >> 4;
  const samples = (view.readUInt8(21) & 0x0f) * 2 ** 32 + view.readUInt32BE(22);
  return rate > 0 ? Math.max(samples / rate, view.length / FLAC_BYTES_PER_SECOND_MAX) : null;
}

/** 192 kHz, 24 bits, 2 channels: no file is shorter than at this rate. */
const FLAC_BYTES_PER_SECOND_MAX = 1_152_000;

/** The movie header has the duration in units of its own time scale. */
function readMp4Seconds(view: Buffer): number | null {
  const at = view.indexOf('mvhd', 0, 'latin1') + 4;
  if (at < 4 || at + 32 > view.length) return null;
  const isLong = view.readUInt8(at) === 1;
  const scale = view.readUInt32BE(at + (isLong ? 20 : 12));
  const duration = isLong ? Number(view.readBigUInt64BE(at + 24)) : view.readUInt32BE(at + 16);
  return scale > 0 ? Math.max(duration / scale, view.length / MP4_BYTES_PER_SECOND_MAX) : null;
}

/** 64 kbit/s: a header that tells of less time than that is not believed. */
const MP4_BYTES_PER_SECOND_MAX = 8_000;

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
