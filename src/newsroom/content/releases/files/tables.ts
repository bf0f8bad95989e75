/** Pictures and attachments of releases as rows; the SQL is in the migration. */
import type { Generated } from 'kysely';
import type { FileKind, FileType } from './types.ts';

export interface ReleaseFileRow {
  id: Generated<number>;
  company_id: string;
  press_release_id: number;
  article_id: number;
  kind: FileKind;
  /** From 1, within its kind. */
  place: number;
  type: FileType;
  /** With the extension of its type. */
  name: string;
  /** Of pictures. */
  alt: string | null;
  caption: string | null;
  credit: string | null;
  /** Of pictures, as they are shown. */
  width: number | null;
  height: number | null;
  size: number;
  /** Of the bytes. */
  hash: string;
  created_at: number;
  bytes: Uint8Array;
}

declare module '../../../../database/types.ts' {
  interface Tables {
    release_files: ReleaseFileRow;
  }
}
