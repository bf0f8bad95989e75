/** Kysely drivers that report an unreachable store as STORE_UNAVAILABLE wherever a query or connection fails. */
import { type CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, SqliteDialect } from 'kysely';
import { toStoreError } from '../failure.ts';

export class ExplainedPostgres extends PostgresDialect {
  override createDriver(): Driver {
    return explainFailures(super.createDriver());
  }
}

export class ExplainedSqlite extends SqliteDialect {
  override createDriver(): Driver {
    return explainFailures(super.createDriver());
  }
}

function explainFailures(driver: Driver): Driver {
  /** The driver knows its own connections only. */
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const own = (connection: DatabaseConnection): DatabaseConnection => inner.get(connection) ?? connection;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      const connection = await explainFailure(driver.acquireConnection());
      const outer: DatabaseConnection = {
        executeQuery: <Row>(query: CompiledQuery) => explainFailure(connection.executeQuery<Row>(query)),
        streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
      };
      inner.set(outer, connection);
      return outer;
    },
    beginTransaction: (connection, settings) => explainFailure(driver.beginTransaction(own(connection), settings)),
    commitTransaction: (connection) => explainFailure(driver.commitTransaction(own(connection))),
    rollbackTransaction: (connection) => explainFailure(driver.rollbackTransaction(own(connection))),
    releaseConnection: (connection) => driver.releaseConnection(own(connection)),
    destroy: () => driver.destroy(),
  };
}

async function explainFailure<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    throw toStoreError(thrown);
  }
}
