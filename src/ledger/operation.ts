/**
 * Writes that are not calls: account creation, keys, deposits. Each is a named operation that runs in its own
 * transaction where the ledger's writes run (a worker thread on SQLite, a connection on PostgreSQL), so input and
 * output must survive a structured clone and an operation may use nothing but its context.
 */
import type { Kysely } from 'kysely';
import { FareboxError } from '../kernel/errors.ts';
import type { AccountRow, Tables } from '../storage/schema.ts';

export interface OperationContext {
  /** The transaction; commits when the operation resolves, rolls back when it throws. */
  db: Kysely<Tables>;
  engine: 'sqlite' | 'postgres';
  /** The database's clock, milliseconds. */
  nowMs: number;
  /** The same as `YYYY-MM-DD` in UTC. */
  day: string;
  /** This instance's rows in `system_daily`. */
  shard: number;
}

export type Operation<Input, Output> = (ctx: OperationContext, input: Input) => Promise<Output>;

/**
 * The account's row, locked until the operation ends. Every operation that touches an account or one of its keys locks
 * the account first, as calls do; that order is what keeps PostgreSQL free of deadlocks. Throws NOT_FOUND.
 */
export async function lockAccount(ctx: OperationContext, accountId: string): Promise<AccountRow> {
  const query = ctx.db.selectFrom('accounts').selectAll().where('id', '=', accountId);
  const row = await (ctx.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new FareboxError('NOT_FOUND', { message: 'There is no account of that id.' });
  return row;
}
