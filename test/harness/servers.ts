/** Says which PostgreSQL and Redis the tests use; exits with 1 when either is missing. For CI. */
import pg from 'pg';
import { postgresServer, redisServer } from './databases.ts';

const postgres = await postgresServer();
const redis = await redisServer();
if (postgres !== null) {
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.end();
}
process.stdout.write(`PostgreSQL: ${postgres ? 'answers' : 'missing'}\nRedis: ${redis ? 'answers' : 'missing'}\n`);
if (postgres === null || redis === null) process.exitCode = 1;
