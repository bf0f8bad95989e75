/** Shared by operations on the pictures and attachments of releases. */
import { z } from 'zod';
import type { CallContext } from '../../src/kernel/tool/context.ts';
import { formatZonedTime } from '../../src/lib/zoned-time.ts';
import type { ReleaseFile } from '../../src/newsroom/content/releases/files/file-reads.ts';
import {
  ALT_CHARS_MAX,
  CAPTION_CHARS_MAX,
  CREDIT_CHARS_MAX,
  FILE_EXTENSIONS,
  FILE_KINDS,
  type FileType,
} from '../../src/newsroom/content/releases/files/types.ts';

export const fileId = z.number().int().describe('Number of the file.');

const text = (charsMax: number, about: string) =>
  z
    .string()
    .trim()
    .max(charsMax)
    .nullish()
    .transform((value) => (value === '' ? null : value))
    .describe(about);

/** An empty text is none. */
export const fileTexts = {
  alt: text(
    ALT_CHARS_MAX,
    'Alternative text: the content of the picture in words, for readers who cannot see it. Required to publish the release.',
  ),
  caption: text(CAPTION_CHARS_MAX, 'Caption below the picture, or title of the attachment.'),
  credit: text(CREDIT_CHARS_MAX, 'Photographer or owner of the rights.'),
};

const types = Object.keys(FILE_EXTENSIONS).filter((type): type is FileType => type in FILE_EXTENSIONS);

export const fileOutput = z.object({
  id: z.number().int().describe('Number of the file.'),
  file_id: z.number().int().describe('Same value as `id`.'),
  press_release_id: z.number().int().describe('Number of the release.'),
  kind: z.enum(FILE_KINDS).describe('picture: PNG or JPEG. attachment: PDF.'),
  place: z.number().int().describe('Position among the files of its kind, starting at 1.'),
  type: z.enum(types).describe('Media type, detected from the content.'),
  name: z.string().describe('File name with the extension of its type.'),
  size: z.number().int().describe('Size in bytes, as stored.'),
  width: z.number().int().nullable().describe('Width in pixels; `null` for attachments.'),
  height: z.number().int().nullable().describe('Height in pixels; `null` for attachments.'),
  alt: z.string().nullable().describe('Alternative text of the picture.'),
  caption: z.string().nullable().describe('Caption of the picture or title of the attachment.'),
  credit: z.string().nullable().describe('Photographer or owner of the rights.'),
  path: z.string().describe('Path of the file for members of the company.'),
  public_path: z.string().describe('Path of the file for everyone, once the release is published.'),
  created_at: z.string().describe('Upload time, ISO 8601 in the server’s time zone.'),
});

export function formatFile(file: ReleaseFile, { server }: CallContext): z.input<typeof fileOutput> {
  const { company_id: _company, article_id, hash: _hash, created_at, ...facts } = file;
  const { id, press_release_id: releaseId } = facts;
  return {
    ...facts,
    file_id: id,
    path: `/api/press-release/${releaseId}/files/${id}`,
    public_path: `/v1/articles/${article_id}/files/${id}`,
    created_at: formatZonedTime(created_at, server.timeZone),
  };
}
