import { join } from 'node:path';
import type { FreshDatabase } from './databases.ts';

/** The variables of a server under test, and nothing of the developer's own. */
export function serverEnv({ url, dataDir }: FreshDatabase): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATA_DIR: join(dataDir, 'data'),
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'off',
    RATE_LIMIT_PER_MINUTE: '1000000',
    OTHER_RATE_LIMIT_PER_MINUTE: '1000000',
    FEED_RATE_LIMIT_PER_MINUTE: '1000000',
    ACCOUNT_CREATE_PER_HOUR: '1000000',
    TEST_ACCOUNT_CREATE_PER_HOUR: '1000000',
    SIGNUP_PER_HOUR: '1000000',
    ADMIN_KEY_RATE_LIMIT_PER_MINUTE: '1000000',
    WELCOME_USD_PER_DAY: '100000',
    REFUNDS_PER_HOUR: '1000000',
    ...(url === undefined
      ? {}
      : { DATABASE_URL: url, FAREBOX_SECRET: 'a secret of the tests, the same for all servers' }),
  };
}
