/**
 * Position up to which search engines have been notified of feed changes: one row, created with the first
 * INDEXNOW_KEY.
 */

export interface AnnouncementRow {
  id: 1;
  /** Of the feed: all lines up to this one have been told. */
  number: number;
  /** Failures in a row. */
  failures: number;
  /** Nobody is told before it. */
  next_at: number;
  /** When and how the last request ended; null before the first one, or when there was no answer. */
  tried_at: number | null;
  http_status: number | null;
  error: string | null;
  /** When the last request was taken. */
  told_at: number | null;
}

declare module '../../../database/types.ts' {
  interface Tables {
    search_announcements: AnnouncementRow;
  }
}
