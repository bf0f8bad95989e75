import { defineSchema } from '../schema.ts';

export const finishedWriteSchema = defineSchema(
  107,
  'finished writes',
  `
CREATE TABLE finished_writes (
  scope ID NOT NULL,
  key ID NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (scope, key)
) KEYED;
CREATE INDEX finished_writes_expiry ON finished_writes (expires_at);
`,
);
