/** Media as a table that spreadsheets open: every cell in quotation marks, none a formula, Japanese intact. */
import { stringify } from 'csv-stringify/sync';

/** A medium as answers show it. */
export interface ShownMedium {
  media_id: number;
  name: string;
  name_kana: string | null;
  publisher: string | null;
  type: string;
  scope: string;
  prefecture: string | null;
  region: string | null;
  country: string;
  language: string;
  industry: readonly string[];
  topics: readonly string[];
  delivery: readonly string[];
  email: string | null;
  email_kind: string | null;
  form_url: string | null;
  phone: string | null;
  fax: string | null;
  contact_name: string | null;
  contact_role: string | null;
  url: string | null;
  reach: number | null;
  reach_unit: string | null;
  profile: string | null;
  accepts_pitches: boolean;
  refuses_ads: boolean;
  consent_basis: string;
  suppressed: boolean;
  deliverable: boolean;
  last_contacted_at: string | null;
  verified_at: string | null;
}

const COLUMNS = [
  'media_id',
  'name',
  'name_kana',
  'publisher',
  'type',
  'scope',
  'prefecture',
  'region',
  'country',
  'language',
  'industry',
  'topics',
  'delivery',
  'email',
  'email_kind',
  'form_url',
  'phone',
  'fax',
  'contact_name',
  'contact_role',
  'url',
  'reach',
  'reach_unit',
  'profile',
  'accepts_pitches',
  'refuses_ads',
  'consent_basis',
  'suppressed',
  'deliverable',
  'last_contacted_at',
  'verified_at',
] as const satisfies readonly (keyof ShownMedium)[];

/** The head of a table: a byte order mark, by which spreadsheets know UTF-8, and the names of the columns. */
export const writeMediaTableHead = (): string => `\ufeff${writeTableRows([[...COLUMNS]])}`;

/** Rows of a table, with CRLF. */
export const writeMediaTableRows = (media: readonly ShownMedium[]): string =>
  writeTableRows(media.map((medium) => COLUMNS.map((column) => writeCell(medium[column]))));

/** Rows of cells, with CRLF. */
export function writeTableRows(rows: readonly string[][]): string {
  return stringify([...rows], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
}

function writeCell(value: ShownMedium[keyof ShownMedium]): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join('; ') : String(value);
}
