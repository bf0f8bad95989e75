/** Kysely's drivers, with a store that is gone explained as STORE_UNAVAILABLE wherever a query or a connection fails. */
import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, SqliteDialect } from 'kysely';
import { asStoreError } from './failure.ts';

export class ExplainedPostgres extends PostgresDialect {
  override createDriver(): Driver {
    return explained(super.createDriver());
  }
}

export class ExplainedSqlite extends SqliteDialect {
  override createDriver(): Driver {
    return explained(super.createDriver());
  }
}

function explained(driver: Driver): Driver {
  /** The driver knows its own connections only. */
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const own = (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await explain(driver.acquireConnection());
      const outer: DatabaseConnection = {
        executeQuery: <Row>(query: CompiledQuery) => explain(connection.executeQuery<Row>(query)),
        streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      };
      inner.set(outer, connection);
      return outer;
    },
    beginTransaction: (connection, settings) => explain(driver.beginTransaction(own(connection), settings)),
    commitTransaction: (connection) => explain(driver.commitTransaction(own(connection))),
    rollbackTransaction: (connection) => explain(driver.rollbackTransaction(own(connection))),
    releaseConnection: (connection) => driver.releaseConnection(own(connection)),
    destroy: () => driver.destroy(),
  };
}

async function explain<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    throw asStoreError(thrown);
  }
}
