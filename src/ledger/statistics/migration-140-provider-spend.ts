/** Cost of the requests to each provider by UTC day, for its budget. */
import { defineSchema } from '../../database/schema.ts';

export const providerSpendSchema = defineSchema(
  140,
  'provider-spend',
  `
CREATE TABLE provider_spend (
  day ID NOT NULL,
  provider ID NOT NULL,
  micros DOUBLE PRECISION NOT NULL,
  told INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, provider)
) KEYED;
`,
);
