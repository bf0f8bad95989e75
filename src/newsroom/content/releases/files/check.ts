/** Looks at an upload: its content decides what it is, whatever it is called. */
import type { CallContext } from '../../../../kernel/tool/context.ts';
import { createInvalidInputError } from '../../../../kernel/tool/input.ts';
import { sha256Hex } from '../../../../lib/ids.ts';
import { describeLargeFile, isPicture } from '../../../../lib/picture.ts';
import { cutCodePoints } from '../../../../text/truncate.ts';
import '../pdf/printer.ts';
import {
  type CheckedFile,
  FILE_BYTES_MAX,
  FILE_EXTENSIONS,
  type FileType,
  NAME_CHARS_MAX,
  PICTURE_LIMITS,
} from './types.ts';

export interface Upload {
  bytes: Uint8Array;
  /** As its owner calls it. */
  name: string;
}

/** Throws INVALID_INPUT for what is neither a picture nor a PDF, too large or damaged. */
export async function checkFile({ bytes: upload, name }: Upload, ctx: CallContext): Promise<CheckedFile> {
  if (isPicture(upload)) {
    const given = { field: 'file', bytes: upload, limits: PICTURE_LIMITS };
    const { type, bytes, width, height } = await ctx.services.printer.readPicture(given, ctx);
    const facts = { kind: 'picture', type, width, height } as const;
    return { ...facts, name: nameFile(name, type), bytes, hash: hashBytes(bytes) };
  }
  const fault = findPdfFault(upload);
  if (fault !== null) throw createInvalidInputError([{ path: 'file', message: fault }]);
  const type = 'application/pdf';
  const facts = { kind: 'attachment', type, width: null, height: null } as const;
  return { ...facts, name: nameFile(name, type), bytes: upload, hash: hashBytes(upload) };
}

const hashBytes = (bytes: Uint8Array): string => sha256Hex(bytes).slice(0, 32);

const PDF_END_BYTES = 1_024;

function findPdfFault(bytes: Uint8Array): string | null {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/^%PDF-[12]\.\d/.test(data.toString('latin1', 0, 8))) return 'The file is not a PNG, JPEG or PDF';
  if (bytes.byteLength > FILE_BYTES_MAX) return describeLargeFile('PDF', FILE_BYTES_MAX);
  return data.subarray(-PDF_END_BYTES).includes('%%EOF') ? null : 'The PDF is damaged or incomplete';
}

/** Without what means something in paths, and with the extension of what it is. */
export function nameFile(name: string, type: FileType): string {
  const extension = FILE_EXTENSIONS[type];
  const stem = name
    .replace(/[\s\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .trim()
    .replace(new RegExp(`\\.(?:${extension}|jpeg)$`, 'i'), '')
    .replace(/^[. ]+/, '');
  return `${cutCodePoints(stem, NAME_CHARS_MAX).trim().toWellFormed() || 'file'}.${extension}`;
}
