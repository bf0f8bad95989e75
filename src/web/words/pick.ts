/** Words in a row for each thing said: English, Japanese, Chinese. */
import { type Language, languages } from '../language.ts';

type Row = readonly [en: string, ja: string, zh: string];
export type Words<K extends string> = Readonly<Record<K, string>>;

/** The columns of a table, each by its language. */
export function defineWords<K extends string>(table: Readonly<Record<K, Row>>): Readonly<Record<Language, Words<K>>> {
  const rows = Object.entries<Row>(table);
  const pick = (column: number): Words<K> =>
    Object.fromEntries(rows.map(([name, row]): readonly unknown[] => [name, row[column]]));
  const [en, ja, zh] = languages.map((_language, column) => pick(column));
  if (!en || !ja || !zh) throw new Error('Each language has a column.');
  return { en, ja, zh };
}
