import { defineSchema } from '../../database/schema.ts';

export const subscriptionSchema = defineSchema(
  109,
  'subscriptions',
  `
CREATE TABLE subscriptions (
  id ID PRIMARY KEY,
  company_id ID NOT NULL,
  customer_id ID,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'pro', 'business')),
  state TEXT NOT NULL CHECK (state IN ('none', 'active', 'past_due', 'canceled')),
  period_end BIGINT,
  ends_at_period_end INTEGER NOT NULL,
  past_due_since BIGINT,
  event_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
) KEYED;
CREATE INDEX subscriptions_by_company ON subscriptions (company_id, updated_at);
`,
);
