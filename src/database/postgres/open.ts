/** Opening PostgreSQL: durable commits whatever the server's default, exact integers, limits on every wait. */

import { Kysely } from 'kysely';
import pg from 'pg';
import { ExplainedPostgres } from '../queries/explained.ts';
import type { Tables } from '../types.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A query that has no answer by then has lost its server: the connection is given up. */
const QUERY_TIMEOUT_MS = 15_000;
/** A server has two pools: of short reads, and of the thread of writes. */
const POOL_MAX = 6;

/** For work over whole tables: no limit of time, and memory to group them in without a sort on disk. */
const PATIENT_SETTINGS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET work_mem = '64MB'`;

/**
 * Asked of every connection; `synchronous_commit` because an acknowledged charge must survive a power cut, no `jit` because among
 * millions of rows the planner takes a few thousand for many, and compiles for half a second what runs for ten milliseconds.
 */
const SESSION_SETTINGS = `SET synchronous_commit = on; SET TIME ZONE 'UTC'; SET jit = off;
SET statement_timeout = '12s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '10s'`;

/**
 * The ledger's statements are prepared once and join a few given ids with large tables: always by index. Left to itself
 * the planner decides while the tables are empty, and then reads them whole for as long as the statement lives.
 */
export const INDEX_ONLY_PLANS = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
SET plan_cache_mode = force_generic_plan`;

const INT8 = 20;
const NUMERIC = 1700;
const identity = (text: string): string => text;

/** bigint and sums of it as numbers; what a number can't hold exactly throws instead of rounding. */
function parseExactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`Beyond exact arithmetic: ${text}`);
  return value;
}

/** Parser of a type's text format. */
export function chooseParser(oid: number): (text: string) => unknown {
  return oid === INT8 || oid === NUMERIC ? parseExactNumber : (pg.types.getTypeParser(oid, 'text') ?? identity);
}

const types: pg.CustomTypesConfig = { getTypeParser: chooseParser };

export interface PostgresOptions {
  url: string;
  /** Shown in pg_stat_activity. */
  name: string;
  /** No time limit on a statement: for work over whole tables. */
  patient?: boolean;
}

function buildClientConfig(options: PostgresOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(options.patient ? {} : { query_timeout: QUERY_TIMEOUT_MS }),
    keepAlive: true,
    types,
  };
}

/**
 * One connected client with our session settings. `onLost` is called once when the connection ends by itself, which can
 * be before this resolves: then it rejects as well.
 */
export async function connectPostgres(
  options: PostgresOptions,
  onLost: (client: pg.Client, error: Error) => void,
): Promise<pg.Client> {
  const client = new pg.Client(buildClientConfig(options));
  let isLost = false;
  const handleLoss = (error: Error): void => {
    if (isLost) return;
    isLost = true;
    onLost(client, error);
  };
  client.on('error', handleLoss);
  client.on('end', () => handleLoss(new Error('The database connection ended.')));
  try {
    await client.connect();
    await client.query(SESSION_SETTINGS);
    if (options.patient) await client.query(PATIENT_SETTINGS);
  } catch (thrown) {
    isLost = true;
    client.end().catch(() => {});
    throw thrown;
  }
  return client;
}

/** Connections for short reads, or for long ones and the writes that are not hot. `onError` hears of idle connections that broke. */
export function openPool(options: PostgresOptions, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...buildClientConfig(options),
    max: POOL_MAX,
    idleTimeoutMillis: 30_000,
    // The pool waits for what this returns before it lends the connection.
    onConnect: (client) =>
      client.query(options.patient ? `${SESSION_SETTINGS}; ${PATIENT_SETTINGS}` : SESSION_SETTINGS),
  });
  pool.on('error', onError);
  // The pool listens to idle connections alone. Whoever has borrowed one hears of its end by the next query, not by a crash.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Kysely on the pool; a store that is gone throws STORE_UNAVAILABLE. */
export function createPoolKysely(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new ExplainedPostgres({ pool }) });
}
