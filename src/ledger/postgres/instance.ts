/**
 * The sign of life of an instance on PostgreSQL: a session lock on a connection of its own. When that connection ends,
 * others may refund our open calls, so a new one comes with a new owner id. PostgreSQL ends it by itself when it hears nothing
 * of us: a process that is frozen, or cut off, keeps no call open.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { POSTGRES_CLOCK } from '../../database/clock.ts';
import type { Connect } from '../../database/engine.ts';
import { createStoreUnavailableError, isStoreFailure } from '../../database/failure.ts';
import type { Log } from '../../kernel/ports.ts';
import { createTimeOrderedId } from '../../lib/ids.ts';
import type { Instances } from '../engine.ts';

const RECONNECT_MS_MIN = 100;
const RECONNECT_MS_MAX = 2_000;
const SILENT_MS_MAX = 10_000;
const PING_MS = 2_500;
/** Older ones than PostgreSQL 14 have no such setting: there a frozen process keeps its calls until their deadlines. */
const END_IF_SILENT = `SELECT set_config(name, '${SILENT_MS_MAX}', false) FROM pg_settings WHERE name = 'idle_session_timeout'`;

/** The advisory lock (a signed 64-bit number, as text) that an owner holds while it lives. */
export function buildLockKey(owner: string): string {
  return createHash('sha256').update(`farebox instance ${owner}`).digest().readBigInt64BE(0).toString();
}

export class PostgresInstance implements Instances {
  readonly #connect: Connect;
  readonly #log: Log;
  #client: pg.Client | null = null;
  #owner: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  #pinging: NodeJS.Timeout | null = null;
  #waitMs = RECONNECT_MS_MIN;
  #stopped = false;

  constructor(connect: Connect, log: Log) {
    this.#connect = connect;
    this.#log = log;
  }

  /** Null while no lock proves that we live. */
  findOwner(): string | null {
    return this.#owner;
  }

  /** Takes a lock under a new owner id. */
  async start(): Promise<void> {
    const owner = createTimeOrderedId('in_');
    let ended: Error | null = null;
    const client = await this.#connect('farebox instance', (lostClient, error) => {
      ended = error;
      this.#handleLoss(lostClient, error);
    });
    try {
      await client.query(END_IF_SILENT);
      await client.query('SELECT pg_advisory_lock($1)', [buildLockKey(owner)]);
      await client.query(`INSERT INTO instances (owner, started_at) VALUES ($1, ${POSTGRES_CLOCK})`, [owner]);
      if (ended || this.#stopped) throw ended ?? new Error('Stopped meanwhile.');
    } catch (thrown) {
      client.end().catch(() => {});
      throw thrown;
    }
    this.#client = client;
    this.#owner = owner;
    this.#waitMs = RECONNECT_MS_MIN;
    this.#pinging = setInterval(() => void this.#ping(client), PING_MS);
    this.#pinging.unref();
  }

  async #ping(client: pg.Client): Promise<void> {
    await client.query('SELECT 1').catch((thrown: unknown) => this.#handleLoss(client, thrown));
  }

  /** Whoever's lock can be had is dead; it is held while `sweep` runs, so that two instances don't sweep the same. */
  async forEachDeadOwner(sweep: (owner: string) => Promise<void>): Promise<void> {
    const client = this.#client;
    if (!client) throw createStoreUnavailableError(new Error('This instance has lost its lock.'));
    try {
      const { rows } = await client.query<{ owner: string }>('SELECT owner FROM instances WHERE owner <> $1', [
        this.#owner,
      ]);
      for (const { owner } of rows) await this.#sweepIfDead(client, owner, sweep);
    } catch (thrown) {
      if (isStoreFailure(thrown)) this.#handleLoss(client, thrown);
      throw thrown;
    }
  }

  async #sweepIfDead(client: pg.Client, owner: string, sweep: (owner: string) => Promise<void>): Promise<void> {
    const key = buildLockKey(owner);
    const { rows } = await client.query<{ dead: boolean }>('SELECT pg_try_advisory_lock($1) AS dead', [key]);
    if (!rows[0]?.dead) return;
    try {
      await sweep(owner);
      await client.query(
        `DELETE FROM instances WHERE owner = $1
         AND NOT EXISTS (SELECT 1 FROM open_calls c WHERE c.owner = $1)`,
        [owner],
      );
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [key]);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopTimers();
    this.#owner = null;
    await this.#client?.end().catch(() => {});
  }

  #handleLoss(client: pg.Client, error: unknown): void {
    if (this.#client !== client || this.#stopped) return;
    this.#stopTimers();
    this.#owner = null;
    this.#client = null;
    client.end().catch(() => {});
    this.#log.error({ err: error }, 'ledger lost its lock, open calls will be refunded');
    this.#reconnect();
  }

  #stopTimers(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#pinging) clearInterval(this.#pinging);
  }

  #reconnect(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.start().catch(() => {
        this.#waitMs = Math.min(this.#waitMs * 2, RECONNECT_MS_MAX);
        this.#reconnect();
      });
    }, this.#waitMs);
  }
}
