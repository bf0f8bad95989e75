/**
 * Copies one database into the other. Rows and the progress that they are become durable together, so a move that was killed
 * continues where it stopped. While it is unfinished no server starts on either database; afterwards none on the source.
 */
import { randomUUID } from 'node:crypto';
import { MoveError, type MoveRow, type MoveRules, type MoveSide, type MoveState, type MoveTable } from './types.ts';

export interface MoveInput {
  source: MoveSide;
  target: MoveSide;
  tables: readonly MoveTable[];
  rules: MoveRules;
  report(line: string): void;
  /** Compares both databases once more when all is copied; throws where they differ. */
  check(): Promise<void>;
}

/** Progress of one table. */
interface Progress {
  after: MoveRow | null;
  rows: number;
  done: boolean;
}

/** A commit for about so much. */
const BATCH_BYTES = 8 * 1024 * 1024;
const ROWS_FIRST = 500;
const ROWS_MIN = 10;
const ROWS_MAX = 20_000;
const NUMBER_BYTES = 8;
const TABLE_PREFIX = 'table:';

/** The number of rows in the target. Throws MoveError when the two don't fit together. */
export async function moveDatabase(input: MoveInput): Promise<number> {
  const { source, target, tables, report } = input;
  const from = await source.readState();
  const to = await target.readState();
  const id = from.get('id') ?? randomUUID();
  refuseUnfit(source, from);
  if (from.has('finished_at')) {
    // Killed between its last two steps.
    if (to.get('id') !== id) throw new MoveError(`${source.name} was moved before. Run farebox move cancel to use it.`);
    await target.dropState();
    return await countAll(target, tables);
  }
  if (to.size === 0) await refuseUsed(target, tables);
  else if (to.get('id') !== id)
    throw new MoveError(`${target.name} belongs to another move. Choose an empty database.`);
  await refuseRunningCalls(input);
  await source.setState({ role: 'source', id });
  if (to.size === 0) await target.clear(tables, { role: 'target', id });
  const state = await target.readState();
  for (const table of tables) await copyTable(input, table, readProgress(state, table));
  report('Building indexes …');
  await target.restoreIndexes();
  await target.setNumbers(await source.readNumbers());
  const rows = await compareCounts(input);
  await input.check();
  await source.setState({ finished_at: new Date().toISOString() });
  await target.dropState();
  return rows;
}

/** Makes a database usable again that was moved, or whose move is to be given up. */
export async function cancelMove(side: MoveSide): Promise<void> {
  const state = await side.readState();
  if (state.size === 0) throw new MoveError(`${side.name} isn't part of a move.`);
  if (state.get('role') === 'target') throw new MoveError(`${side.name} is an incomplete copy: delete it instead.`);
  await side.dropState();
}

function refuseUnfit(source: MoveSide, state: MoveState): void {
  if (state.get('role') === 'target') {
    throw new MoveError(`${source.name} is an incomplete copy. Finish its move first, or delete it.`);
  }
}

async function refuseUsed(target: MoveSide, tables: readonly MoveTable[]): Promise<void> {
  for (const table of tables) {
    if ((await target.countRows(table)) > table.seeded) {
      throw new MoveError(`${target.name} isn't empty: ${table.name} has rows. Choose an empty database.`);
    }
  }
}

async function refuseRunningCalls({ source, tables, rules }: MoveInput): Promise<void> {
  for (const table of tables.filter(({ name }) => rules.emptyWhenIdle.includes(name))) {
    if ((await source.countRows(table)) === 0) continue;
    throw new MoveError(`A crash left calls open in ${source.name}. Start and stop the server once: it refunds them.`);
  }
}

function readProgress(state: MoveState, { name }: MoveTable): Progress {
  const text = state.get(TABLE_PREFIX + name);
  return text === undefined ? { after: null, rows: 0, done: false } : JSON.parse(text);
}

async function copyTable({ source, target, report }: MoveInput, table: MoveTable, begun: Progress): Promise<void> {
  if (begun.done) return;
  let { after, rows: count } = begun;
  let limit = ROWS_FIRST;
  let rows = await source.read(table, after, limit);
  for (;;) {
    const done = rows.length < limit;
    const last = rows.at(-1);
    after = last === undefined ? after : table.key.map((column) => last[table.columns.indexOf(column)] ?? null);
    count += rows.length;
    const progress: Progress = { after, rows: count, done };
    const writing = target.write(table, rows, [TABLE_PREFIX + table.name, JSON.stringify(progress)]);
    limit = chooseLimit(rows, limit);
    // The source is read while the target writes.
    const [next] = await Promise.all([done ? [] : source.read(table, after, limit), writing]);
    if (done) break;
    rows = next;
  }
  if (count > 0) report(`${table.name}: ${count}`);
}

/** Rows of the next batch, by what those of the last one weighed. */
function chooseLimit(rows: readonly MoveRow[], limit: number): number {
  const bytes = rows.reduce((sum, row) => sum + weigh(row), 0);
  const fitting = Math.floor((rows.length * BATCH_BYTES) / Math.max(1, bytes));
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, rows.length === 0 ? limit : fitting));
}

const weigh = (row: MoveRow): number =>
  row.reduce<number>((sum, cell) => sum + (cell === null || typeof cell === 'number' ? NUMBER_BYTES : cell.length), 0);

async function compareCounts({ source, target, tables }: MoveInput): Promise<number> {
  let sum = 0;
  for (const table of tables) {
    const [before, after] = [await source.countRows(table), await target.countRows(table)];
    if (before !== after) {
      throw new MoveError(`${table.name} has ${before} rows in ${source.name} and ${after} in ${target.name}.`);
    }
    sum += after;
  }
  return sum;
}

async function countAll(side: MoveSide, tables: readonly MoveTable[]): Promise<number> {
  let sum = 0;
  for (const table of tables) sum += await side.countRows(table);
  return sum;
}
