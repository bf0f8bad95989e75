/** A file that a tool has made. Its id is the only key to it. */
export interface FileRow {
  /** 128 random bits, base64url. */
  id: string;
  /** Whose bytes they count as. */
  account_id: string;
  type: string;
  filename: string;
  size: number;
  expires_at: number;
  bytes: Uint8Array;
}

declare module '../database/types.ts' {
  interface Tables {
    files: FileRow;
  }
}
