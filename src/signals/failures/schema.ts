/** The last failures of each provider, tool and account: each list holds its own copy, so that none pushes out another's. */
import { defineSchema } from '../../database/schema.ts';

export const failureSchema = defineSchema(
  136,
  'recent failures',
  `
CREATE TABLE recent_failures (
  mode ID NOT NULL,
  subject ID NOT NULL CHECK (subject IN ('provider', 'tool', 'account')),
  name ID NOT NULL,
  id ID NOT NULL,
  at BIGINT NOT NULL,
  provider ID,
  model TEXT,
  tool ID,
  account_id ID,
  call_id ID,
  request_id ID NOT NULL,
  cause ID NOT NULL,
  kind ID,
  status INTEGER,
  ms BIGINT NOT NULL,
  PRIMARY KEY (mode, subject, name, id)
) KEYED;
CREATE INDEX recent_failures_by_time ON recent_failures (at);
`,
);
