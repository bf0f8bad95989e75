/** Articles of media about releases, as rows; the SQL is in the migration. */
import type { Generated } from 'kysely';

export interface ReleaseCoverageRow {
  id: Generated<number>;
  company_id: string;
  release_id: number;
  url: string;
  /** Hash of the address without what differs between links to one page: see `buildCoverageKey`. */
  url_key: string;
  title: string | null;
  outlet: string | null;
  /** A day, `YYYY-MM-DD`. */
  published_on: string | null;
  note: string | null;
  /** Outlet of the release's campaigns whose site it is. */
  media_id: number | null;
  origin: 'noted' | 'found';
  /** Found ones are suggested until a person decides. */
  state: 'suggested' | 'confirmed' | 'dismissed';
  created_at: number;
  updated_at: number;
}

/** Its one row: up to which line of the feed articles have been compared with releases. */
export interface CoverageScanRow {
  id: 1;
  number: number;
}

declare module '../../../database/types.ts' {
  interface Tables {
    release_coverage: ReleaseCoverageRow;
    coverage_scan: CoverageScanRow;
  }
}
