/** Payment pages ask what came of the checkouts of an account. */
import type { Migration } from '../../database/types.ts';

const index = 'CREATE INDEX checkouts_by_account ON checkouts (account_id, created_at);';

export const checkoutsByAccount: Migration = {
  version: 28,
  name: 'checkouts-by-account',
  sqlite: index,
  postgres: index,
};
