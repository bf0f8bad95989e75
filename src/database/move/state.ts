/** State of a move in a database, and the reason why no server may use it meanwhile. */

export const STATE_TABLE = 'move_state';
export const CREATE_STATE = `CREATE TABLE IF NOT EXISTS ${STATE_TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`;
export const READ_STATE = `SELECT name, value FROM ${STATE_TABLE}`;
export const SET_STATE = `INSERT INTO ${STATE_TABLE} (name, value) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** Names of the entries of dropped indexes begin so. */
export const INDEX_PREFIX = 'index:';

export interface StateRow {
  name: string;
  value: string;
}

export const toState = (rows: readonly StateRow[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ name, value }) => [name, value]));

/** Throws one sentence if a server must not start on this database. */
export function refuseWhileMoving(state: ReadonlyMap<string, string>): void {
  const role = state.get('role');
  if (role === undefined) return;
  const finishedAt = state.get('finished_at');
  if (finishedAt !== undefined) {
    throw new Error(
      `This database was moved at ${finishedAt}: start the server on the new one, or run farebox move cancel to use this one again.`,
    );
  }
  throw new Error(
    role === 'target'
      ? 'This database is incomplete: run farebox move again, which continues the copy.'
      : 'This database is being moved: run farebox move again to finish, or farebox move cancel to keep using this one.',
  );
}
