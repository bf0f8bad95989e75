/**
 * Detects a long snapshot (a dump, a long report) that keeps old row versions alive. Without one, an index finds a row
 * best and clears old versions on its way; with one, it walks all of them each time.
 */
import { Command, type Statement } from '../../database/postgres/burst.ts';

/** Asked with every so many batches. */
const BATCHES = 64;
/** In transactions: a snapshot that is younger holds back too little to be felt. */
const AGE_MAX = 200;

/** Sessions of other users are told of to those alone who may read all statistics. */
const FIND_OLDEST: Statement = {
  name: 'oldest_snapshot',
  text: `SELECT coalesce(max(age(backend_xmin)), 0) AS age FROM pg_stat_activity
  WHERE datname = current_database() OR datname IS NULL`,
};

export type SnapshotQuestion = Command<{ age: number }>;

export class OldSnapshots {
  #batches = 0;
  #areThere = false;

  get areThere(): boolean {
    return this.#areThere;
  }

  /** To be sent with the next batch. */
  ask(): SnapshotQuestion[] {
    return this.#batches++ % BATCHES === 0 ? [new Command(FIND_OLDEST)] : [];
  }

  learn(questions: readonly SnapshotQuestion[]): void {
    for (const { age } of questions.flatMap(({ rows }) => rows)) this.#areThere = age > AGE_MAX;
  }
}
