import type { Db } from '../database/types.ts';
import type { JobFailureRow, JobRow } from './tables.ts';

/** Of each kind there is at most one. */
const ACTIVE_MAX = 100;
/** A progress shows no more. */
const ERRORS_MAX = 20;

export const selectActive = (db: Db) =>
  db.selectFrom('jobs').selectAll().where('state', 'in', ['queued', 'running']).orderBy('id').limit(ACTIVE_MAX);

/** Those that wait or run, oldest first. */
export const listActive = (db: Db): Promise<JobRow[]> => selectActive(db).execute();

/** Among these the job that stands for the kind: its own, or a pipeline that is at it. One that runs goes first. */
export function findCovering(active: readonly JobRow[], kind: string): JobRow | undefined {
  const covering = active.filter((job) => job.kind === kind || job.lane === kind);
  return covering.find(({ state }) => state === 'running') ?? covering[0];
}

/** The newest of a kind. */
export function findLatestJob(db: Db, kind: string): Promise<JobRow | undefined> {
  const jobs = db.selectFrom('jobs').selectAll().where('kind', '=', kind);
  return jobs.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** When the newest of each of these kinds was made; a kind that never had one is missing. Each is found along the index. */
export async function listLatestTimes(db: Db, kinds: readonly string[]): Promise<Map<string, number>> {
  if (kinds.length === 0) return new Map();
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', 'created_at'])
    .where(({ eb, selectFrom }) => {
      const newest = (kind: string) =>
        selectFrom('jobs as own').select('own.id').where('own.kind', '=', kind).orderBy('own.id', 'desc').limit(1);
      return eb('id', 'in', kinds.map(newest));
    })
    .execute();
  return new Map(rows.map(({ kind, created_at }) => [kind, created_at]));
}

/** Items that are tried again, or with `isSetAside` those that are not any more; in the order of their keys. */
export function listFailures(
  db: Db,
  { id, lane }: Pick<JobRow, 'id' | 'lane'>,
  triesMax: number,
  isSetAside: boolean,
): Promise<JobFailureRow[]> {
  const failures = db.selectFrom('job_failures').selectAll().where('job_id', '=', id).where('lane', '=', lane);
  const query = failures.where('tries', isSetAside ? '>=' : '<', triesMax);
  return query.orderBy('item_key').limit(ERRORS_MAX).execute();
}
