/** Writes exports as CSV that spreadsheets open, or as JSON Lines. */
import { stringify } from 'csv-stringify/sync';

export type ExportFormat = 'csv' | 'jsonl';
export type ExportRow = Readonly<Record<string, string | number | null>>;

const BOM = '\ufeff';
/** A spreadsheet would run a text that begins like this. */
const FORMULA = /^[=+\-@\t\r]/;

export function writeRows(rows: readonly ExportRow[], columns: readonly string[], format: ExportFormat): string {
  if (format === 'jsonl') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const cells = rows.map((row) => columns.map((column) => toCell(row[column] ?? null)));
  return stringify(cells, { record_delimiter: '\r\n' });
}

export const writeHead = (columns: readonly string[], format: ExportFormat): string =>
  format === 'jsonl' ? '' : BOM + stringify([[...columns]], { record_delimiter: '\r\n' });

function toCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return FORMULA.test(value) ? `'${value}` : value;
}

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};
