/** Subscriptions; and of payment events what they held, since one that comes again must be the same. */
import type { Migration } from '../../database/types.ts';

const ID = '/*id*/TEXT';

const tables = `
ALTER TABLE payment_events ADD COLUMN digest TEXT;

CREATE TABLE subscriptions (
  id ${ID} PRIMARY KEY,
  company_id ${ID} NOT NULL,
  customer_id ${ID},
  plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'business')),
  state TEXT NOT NULL CHECK (state IN ('none', 'active', 'past_due', 'canceled')),
  period_end BIGINT,
  ends_at_period_end INTEGER NOT NULL,
  past_due_since BIGINT,
  event_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
)/*keyed*/;
CREATE INDEX subscriptions_by_company ON subscriptions (company_id, updated_at);
`;

export const subscriptionTables: Migration = {
  version: 27,
  name: 'subscriptions',
  sqlite: tables.replaceAll('/*id*/', '').replaceAll('/*keyed*/', ' WITHOUT ROWID'),
  postgres: tables.replaceAll('/*id*/TEXT', 'TEXT COLLATE "C"').replaceAll('/*keyed*/', ''),
};
