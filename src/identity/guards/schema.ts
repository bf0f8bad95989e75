import { defineSchema } from '../../database/schema.ts';

export const guardSchema = defineSchema(
  110,
  'guards',
  `
CREATE TABLE operator_lockouts (
  address ID PRIMARY KEY,
  earlier_at BIGINT,
  latest_at BIGINT,
  locked_until BIGINT,
  expires_at BIGINT NOT NULL
) KEYED;
CREATE INDEX operator_lockouts_expiry ON operator_lockouts (expires_at);

CREATE TABLE admin_tokens (
  hash ID PRIMARY KEY,
  at BIGINT NOT NULL
) KEYED;

CREATE TABLE sightings (
  name ID PRIMARY KEY,
  at BIGINT NOT NULL
) KEYED;
`,
);
