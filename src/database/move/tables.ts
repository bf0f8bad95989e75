/** The tables of this version's schema, as a new database has them. */
import { migrateSqlite } from '../migrate.ts';
import { loadSqlite } from '../sqlite/open.ts';
import type { MoveRules, MoveTable } from './types.ts';

const TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
const COLUMNS = 'SELECT name, pk FROM pragma_table_info(?) ORDER BY cid';

/** Every table but those that the rules leave out. */
export async function listMoveTables({ skipped }: MoveRules): Promise<MoveTable[]> {
  const db = new (await loadSqlite())(':memory:');
  try {
    await migrateSqlite(db);
    const columnsOf = db.prepare<[string], { name: string; pk: number }>(COLUMNS);
    const names = db.prepare<[], { name: string }>(TABLES).all();
    return names
      .filter(({ name }) => !skipped.includes(name))
      .map(({ name }) => {
        const columns = columnsOf.all(name);
        const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
        if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
        const counted = db.prepare<[], { count: number }>(`SELECT COUNT(*) AS count FROM "${name}"`).get();
        return {
          name,
          columns: columns.map((column) => column.name),
          key: key.map((column) => column.name),
          seeded: counted?.count ?? 0,
        };
      });
  } finally {
    db.close();
  }
}

export const quoteName = (name: string): string => `"${name}"`;
export const quoteNames = (names: readonly string[]): string => names.map(quoteName).join(', ');
