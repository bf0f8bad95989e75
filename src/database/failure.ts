/** Recognizes errors that mean the store is gone, full or stuck, as opposed to one failed write. */
import { FareboxError } from '../kernel/errors/errors.ts';

const SQLITE_STORE =
  /^SQLITE_(FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|CORRUPT|NOTADB|PROTOCOL|NOMEM|INTERRUPT|AUTH|PERM)/;
/**
 * Connection, sign-in, no such database, resources, operator intervention, system errors; 25006 is a standby, 25P0x a
 * session that was ended, 55000 a database that takes no connections, 55P03 a lock that could not be had.
 */
const POSTGRES_STORE = /^(08|28|3D|53|57|58|XX|F0)|^25006$|^25P0[34]$|^55000$|^55P03$/;
const POSTGRES_RETRY = /^(40001|40P01)$/;
const CONNECTION_WORDS =
  /connection|timeout|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|not queryable|getaddrinfo/i;

export function isStoreFailure(thrown: unknown): boolean {
  if (thrown instanceof FareboxError) return thrown.code === 'STORE_UNAVAILABLE';
  const code = readErrorCode(thrown);
  if (code === null) return thrown instanceof Error && CONNECTION_WORDS.test(thrown.message);
  return SQLITE_STORE.test(code) || POSTGRES_STORE.test(code) || CONNECTION_WORDS.test(code);
}

/** Serialization failures and deadlocks: the same transaction may be tried again at once. */
export function isRetryable(thrown: unknown): boolean {
  const code = readErrorCode(thrown);
  return code !== null && POSTGRES_RETRY.test(code);
}

/** PostgreSQL: a row stayed locked for longer than `lock_timeout`. */
export const isLockTimeout = (thrown: unknown): boolean => readErrorCode(thrown) === '55P03';

/** PostgreSQL: a row was not as it had been read. Statements of the lane divide by zero then. */
export const isOutdated = (thrown: unknown): boolean => readErrorCode(thrown) === '22012';

export function createStoreUnavailableError(cause: unknown): FareboxError {
  return new FareboxError('STORE_UNAVAILABLE', { cause, retryAfterSeconds: 2 });
}

/** A FareboxError as it is, a store failure as STORE_UNAVAILABLE, anything else as it is. */
export function toStoreError(thrown: unknown): unknown {
  if (thrown instanceof FareboxError) return thrown;
  return isStoreFailure(thrown) ? createStoreUnavailableError(thrown) : thrown;
}

function readErrorCode(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || !('code' in thrown)) return null;
  return typeof thrown.code === 'string' ? thrown.code : null;
}
