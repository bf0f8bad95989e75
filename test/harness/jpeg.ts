/** JPEG images with whatever programs and cameras write beside the picture, for tests. */

/** 16 × 8 pixels of gray. */
export const plainJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAAIABABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVQD/2Q==',
  'base64',
);

const JFIF_END = 20;

export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Exif as a phone writes it: little-endian, with a name, a place (GPS) and how the phone was held. */
export function exifOf(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const maker = Buffer.from('SecretPhone\0');
  const gps = Buffer.concat([
    Buffer.from([1, 0]),
    entry(0x1d, 2, 11, 0),
    Buffer.alloc(4),
    Buffer.from('2026:11:21\0GPS35.6586'),
  ]);
  const entriesEnd = 8 + 2 + 3 * 12 + 4;
  const entries = [
    entry(0x010f, 2, maker.length, entriesEnd),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, entriesEnd + maker.length),
  ];
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 3, 0]);
  const tiff = Buffer.concat([head, ...entries, Buffer.alloc(4), maker, gps]);
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
}

/** The plain picture with these segments behind its first one, and bytes behind its end. */
export const dressJpeg = (segments: readonly Uint8Array[], trailer: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([plainJpeg.subarray(0, JFIF_END), ...segments, plainJpeg.subarray(JFIF_END), trailer]);
