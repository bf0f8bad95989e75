/** Many rows as parameters of one statement. */
import { formatArray, type Parameter } from '../../database/postgres/burst.ts';

/** One array for each column, as `unnest` takes them. */
export function pickColumns<Column extends string>(
  rows: readonly Readonly<Record<Column, string | number | null>>[],
  columns: readonly Column[],
): Parameter[] {
  return columns.map((column) => formatArray(rows.map((row) => row[column])));
}

/** `$1::text[], $2::bigint[], …` */
export function formatArrays(types: string): string {
  return types
    .split(' ')
    .map((type, index) => `$${index + 1}::${type}[]`)
    .join(', ');
}
