/**
 * Sends several statements in one round trip; the server returns all results at once. Each statement is prepared by
 * name when a connection first sends it.
 */
import type pg from 'pg';
import { chooseParser } from './open.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** As PostgreSQL reads it: null, text, or an array in its own notation (see `formatArray`). */
export type Parameter = string | null;

interface Column {
  name: string;
  parse(text: string): unknown;
}

type Fields = readonly (string | null)[];

/** One statement of a burst; after `sendBurst` it has its rows, and the tag of what was done. */
export class Command<Row = unknown> {
  readonly statement: Statement;
  readonly values: Parameter[];
  readonly rows: Row[] = [];
  tag = '';

  constructor(statement: Statement, values: Parameter[] = []) {
    this.statement = statement;
    this.values = values;
  }

  addRow(columns: readonly Column[], fields: Fields): void {
    const row = Object.create(Object.prototype);
    columns.forEach(({ name, parse }, index) => {
      const field = fields[index] ?? null;
      row[name] = field === null ? null : parse(field);
    });
    this.rows.push(row);
  }
}

/** Prepared statements of each connection, by name, with the columns of the answer. */
const preparedStatements = new WeakMap<pg.Connection, Map<string, Column[]>>();

/** Custom query as pg runs it; its types declare `submit` alone. */
class Burst implements pg.Submittable {
  /** Called once, when the server is ready again. pg puts its time limit around it. */
  callback: (error: Error | null) => void;
  readonly #commands: readonly Command[];
  #prepared = new Map<string, Column[]>();
  #at = 0;
  #columns: Column[] = [];
  #failure: Error | null = null;

  constructor(commands: readonly Command[], callback: (error: Error | null) => void) {
    this.#commands = commands;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    this.#prepared = preparedStatements.get(connection) ?? new Map();
    preparedStatements.set(connection, this.#prepared);
    connection.stream.cork();
    for (const { statement, values } of this.#commands) {
      const isNew = !this.#prepared.has(statement.name);
      if (isNew) {
        // A burst that failed may have prepared it.
        connection.close({ type: 'S', name: statement.name }, true);
        connection.parse({ ...statement, types: [] }, true);
      }
      connection.bind({ statement: statement.name, values }, true);
      if (isNew) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: chooseParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    const command = this.#commands[this.#at];
    if (!command || this.#failure) return;
    try {
      command.addRow(this.#prepared.get(command.statement.name) ?? this.#columns, fields);
    } catch (thrown) {
      this.#failure = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const command = this.#commands[this.#at++];
    if (!command) return;
    command.tag = text;
    const { name } = command.statement;
    if (!this.#prepared.has(name)) this.#prepared.set(name, this.#columns);
    this.#columns = [];
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

/** Rejects with the first error; what follows it in the burst was not run. */
export function sendBurst(client: pg.Client, commands: readonly (Command | null)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = commands.filter((command) => command !== null);
    client.query(new Burst(sent, (error) => (error ? reject(error) : resolve())));
  });
}

/** An array as PostgreSQL writes it. */
export function formatArray(values: readonly (string | number | null)[]): string {
  return `{${values.map(formatElement).join(',')}}`;
}

function formatElement(value: string | number | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  const isPlain = !value.includes('"') && !value.includes('\\');
  return `"${isPlain ? value : value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
