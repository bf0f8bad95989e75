/** The database's clock, and times derived from it. */

/** PostgreSQL's own, milliseconds since the epoch, at the moment it is asked. */
export const POSTGRES_CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Ids are made by a server's clock and times by the database's: they may differ by so much. */
export const CLOCKS_APART_MS = 3_600_000;

/** `YYYY-MM-DD` in UTC. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
