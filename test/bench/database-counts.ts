/** PostgreSQL statistics and the processor time of its processes. */
import pg from 'pg';
import { cpuMs } from './processes.ts';

export interface DatabaseCounts {
  transactions: number;
  walBytes: number;
  /** Of the connections that are open; NaN where the database is on another machine. */
  cpuMs: number;
}

/** Counters come a moment after the work. */
const FLUSH_MS = 1_200;

export class DatabaseMonitor {
  readonly #client: pg.Client;

  constructor(connectionString: string) {
    this.#client = new pg.Client({ connectionString, application_name: 'bench' });
  }

  async start(): Promise<this> {
    await this.#client.connect();
    return this;
  }

  /** What `work` made it do; connections must be there before, and stay. */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; counts: DatabaseCounts }> {
    const before = await this.#read();
    const cpuBefore = await this.#readCpu();
    const result = await work();
    const cpuAfter = await this.#readCpu();
    const after = await this.#read();
    const counts = {
      transactions: after.transactions - before.transactions,
      walBytes: after.walBytes - before.walBytes,
      cpuMs: cpuAfter - cpuBefore,
    };
    return { result, counts };
  }

  stop(): Promise<void> {
    return this.#client.end();
  }

  async #read(): Promise<{ transactions: number; walBytes: number }> {
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    const { rows } = await this.#client.query<{ transactions: number; walBytes: number }>(
      `SELECT xact_commit::float8 AS transactions, (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 AS "walBytes"
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0] ?? { transactions: Number.NaN, walBytes: Number.NaN };
  }

  async #readCpu(): Promise<number> {
    const { rows } = await this.#client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return rows.reduce((sum, { pid }) => sum + cpuMs(pid), 0);
  }
}
