/** Around a run of the tests: what its workers share, and what they leave to be removed. */
import { postgresServer } from './databases.ts';
import { createRunId, dropDatabases, RUN_VARIABLE } from './postgres.ts';

export default function setup(): () => Promise<void> {
  const run = createRunId();
  process.env[RUN_VARIABLE] = run;
  return async () => {
    const server = await postgresServer();
    if (server !== null) await dropDatabases(server, run);
  };
}
