/** The clock of the database, and what is told by it. */

/** PostgreSQL's own, milliseconds since the epoch, at the moment it is asked. */
export const POSTGRES_CLOCK = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** `YYYY-MM-DD` in UTC. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
