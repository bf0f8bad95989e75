/** PostgreSQL as source or target of a move. Holds its own lock, and detects servers that use the database. */
import type pg from 'pg';
import { migratePostgres } from '../migrate.ts';
import { connectPostgres } from '../postgres/open.ts';
import { decodeGrams, formatGrams } from '../queries/grams.ts';
import { CREATE_STATE, INDEX_PREFIX, READ_STATE, SET_STATE, STATE_TABLE, type StateRow, toState } from './state.ts';
import { quoteName, quoteNames } from './tables.ts';
import { MoveError, type MoveRow, type MoveRules, type MoveSide, type MoveState, type MoveTable } from './types.ts';

/** Any number that nobody else uses as an advisory lock. */
const MOVE_LOCK = '7220318450962012';
/** The session of a killed move lives until its last statement has ended. */
const SETTINGS = `SET lock_timeout = '120s'; SET maintenance_work_mem = '256MB'`;
const SERVERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
  AND application_name IN ('farebox', 'farebox writer', 'farebox instance') LIMIT 1`;
const INDEXES = `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND NOT i.indisunique AND NOT i.indisprimary`;
const COLUMNS = `SELECT table_name, column_name, data_type, is_identity FROM information_schema.columns
  WHERE table_schema = current_schema()`;
const NUMBERED_SET = `SELECT setval(pg_get_serial_sequence($1, $2), $3)`;

interface ColumnRow {
  table_name: string;
  column_name: string;
  data_type: string;
  is_identity: string;
}

export async function openPostgresSide(url: string, rules: MoveRules): Promise<MoveSide> {
  const client = await connectPostgres({ url, name: 'farebox move', patient: true }, () => {});
  try {
    await client.query(SETTINGS);
    await client.query(`SELECT pg_advisory_lock(${MOVE_LOCK})`);
    await migratePostgres(client, { isMove: true });
    const { rowCount } = await client.query(SERVERS);
    if (rowCount) throw new MoveError('A Farebox server is using the PostgreSQL database. Stop all servers first.');
    const { rows } = await client.query<ColumnRow>(COLUMNS);
    const { hostname, pathname } = new URL(url);
    return new PostgresSide(client, `PostgreSQL at ${hostname}${pathname}`, { columns: rows, rules });
  } catch (thrown) {
    await client.end().catch(() => {});
    throw thrown;
  }
}

class PostgresSide implements MoveSide {
  readonly name: string;
  readonly #client: pg.Client;
  readonly #rules: MoveRules;
  readonly #columns: readonly ColumnRow[];

  constructor(
    client: pg.Client,
    name: string,
    { columns, rules }: { columns: readonly ColumnRow[]; rules: MoveRules },
  ) {
    this.name = name;
    this.#client = client;
    this.#columns = columns;
    this.#rules = rules;
  }

  async readState(): Promise<MoveState> {
    const { rows } = await this.#client.query<{ found: string | null }>('SELECT to_regclass($1) AS found', [
      STATE_TABLE,
    ]);
    return toState(rows[0]?.found == null ? [] : (await this.#client.query<StateRow>(READ_STATE)).rows);
  }

  async setState(entries: Readonly<Record<string, string>>): Promise<void> {
    await this.#inTransaction(() => this.#note(entries));
  }

  async dropState(): Promise<void> {
    await this.#client.query(`DROP TABLE IF EXISTS ${STATE_TABLE}`);
  }

  async clear(tables: readonly MoveTable[], entries: Readonly<Record<string, string>>): Promise<void> {
    await this.#inTransaction(async () => {
      for (const { name, seeded } of tables) if (seeded > 0) await this.#client.query(`DELETE FROM ${quoteName(name)}`);
      const { rows } = await this.#client.query<{ name: string; definition: string }>(INDEXES);
      for (const { name } of rows) await this.#client.query(`DROP INDEX ${quoteName(name)}`);
      const dropped = rows.map(({ name, definition }) => [INDEX_PREFIX + name, definition]);
      await this.#note({ ...entries, ...Object.fromEntries(dropped) });
    });
  }

  async countRows({ name, key }: MoveTable): Promise<number> {
    const isSummed = this.#rules.summed[name] !== undefined;
    const from = isSummed ? `(SELECT DISTINCT ${quoteNames(key)} FROM ${quoteName(name)}) AS keys` : quoteName(name);
    const { rows } = await this.#client.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${from}`);
    return rows[0]?.count ?? 0;
  }

  async read({ name, columns, key }: MoveTable, after: MoveRow | null, limit: number): Promise<MoveRow[]> {
    const summed = this.#rules.summed[name];
    const selected = columns.map((column) =>
      summed?.includes(column) ? `SUM(${quoteName(column)})::bigint` : quoteName(column),
    );
    const keys = quoteNames(key);
    const where = after === null ? '' : `WHERE (${keys}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
    const group = summed ? `GROUP BY ${quoteNames(columns.filter((column) => !summed.includes(column)))}` : '';
    const text = `SELECT ${selected.join(', ')} FROM ${quoteName(name)} ${where} ${group} ORDER BY ${keys} LIMIT ${limit}`;
    const { rows } = await this.#client.query<(MoveRow[number] | string[])[]>({
      text,
      values: after === null ? [] : [...after],
      rowMode: 'array',
    });
    return rows.map((row) => row.map((value) => (Array.isArray(value) ? formatGrams(value) : value)));
  }

  /** As JSON, which PostgreSQL reads by the types of the table's columns. */
  async write(table: MoveTable, rows: readonly MoveRow[], [entry, value]: readonly [string, string]): Promise<void> {
    const { name, columns } = table;
    const lists = new Set(
      this.#columns.filter((one) => one.table_name === name && one.data_type === 'ARRAY').map((one) => one.column_name),
    );
    const toJson = (cell: MoveRow[number], at: number): unknown => {
      if (Buffer.isBuffer(cell)) return `\\x${cell.toString('hex')}`;
      return typeof cell === 'string' && lists.has(columns[at] ?? '') ? decodeGrams(cell) : cell;
    };
    const objects = rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at], toJson(cell, at)])));
    const names = quoteNames(columns);
    await this.#inTransaction(async () => {
      await this.#client.query(
        `INSERT INTO ${quoteName(name)} (${names}) OVERRIDING SYSTEM VALUE
         SELECT ${names} FROM json_populate_recordset(NULL::${quoteName(name)}, $1)`,
        [JSON.stringify(objects)],
      );
      await this.#note({ [entry]: value });
    });
  }

  async restoreIndexes(): Promise<void> {
    for (const [name, definition] of await this.readState()) {
      if (!name.startsWith(INDEX_PREFIX)) continue;
      await this.#inTransaction(async () => {
        await this.#client.query(definition);
        await this.#client.query(`DELETE FROM ${STATE_TABLE} WHERE name = $1`, [name]);
      });
    }
    await this.#client.query('ANALYZE');
  }

  async readNumbers(): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    for (const { table_name: table, column_name: column } of this.#listNumbered()) {
      const { rows } = await this.#client.query<{ last: number | null }>(
        'SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) AS last',
        [table, column],
      );
      const last = rows[0]?.last;
      if (last != null) numbers.set(table, last);
    }
    return numbers;
  }

  async setNumbers(numbers: ReadonlyMap<string, number>): Promise<void> {
    for (const { table_name: table, column_name: column } of this.#listNumbered()) {
      const highest = Math.max(numbers.get(table) ?? 0, await this.#findHighest(table, column));
      if (highest > 0) await this.#client.query(NUMBERED_SET, [table, column, highest]);
    }
    for (const [sequence, { table, column }] of Object.entries(this.#rules.sequences)) {
      const next = (await this.#findHighest(table, column)) + 1;
      await this.#client.query('SELECT setval($1::regclass, $2, false)', [sequence, next]);
    }
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #listNumbered(): ColumnRow[] {
    return this.#columns.filter(({ is_identity: identity }) => identity === 'YES');
  }

  async #findHighest(table: string, column: string): Promise<number> {
    const query = `SELECT MAX(${quoteName(column)}) AS highest FROM ${quoteName(table)}`;
    return (await this.#client.query<{ highest: number | null }>(query)).rows[0]?.highest ?? 0;
  }

  async #note(entries: Readonly<Record<string, string>>): Promise<void> {
    await this.#client.query(CREATE_STATE);
    const set = SET_STATE.replace('?', '$1').replace('?', '$2');
    for (const entry of Object.entries(entries)) await this.#client.query(set, entry);
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    await this.#client.query('BEGIN');
    try {
      await work();
      await this.#client.query('COMMIT');
    } catch (thrown) {
      await this.#client.query('ROLLBACK').catch(() => {});
      throw thrown;
    }
  }
}
