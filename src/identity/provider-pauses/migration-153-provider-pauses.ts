/** Providers that operators have paused. */
import { defineSchema } from '../../database/schema.ts';

export const providerPausesSchema = defineSchema(
  153,
  'provider-pauses',
  `
CREATE TABLE provider_pauses (
  provider ID NOT NULL PRIMARY KEY,
  paused_at BIGINT NOT NULL,
  paused_by TEXT NOT NULL
) KEYED;
`,
);
