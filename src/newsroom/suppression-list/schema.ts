import { defineSchema } from '../../database/schema.ts';

export const suppressionSchema = defineSchema(
  128,
  'suppressions',
  `
CREATE TABLE suppressions (
  id NUMBERED,
  scope TEXT NOT NULL CHECK (scope IN ('company', 'global')),
  company_id ID NOT NULL,
  address_hash ID NOT NULL,
  address_norm ID,
  reason TEXT NOT NULL CHECK (reason IN ('hard_bounce', 'soft_bounce', 'complaint', 'unsubscribed', 'manual',
    'refused')),
  source_mail_id BIGINT,
  created_at BIGINT NOT NULL,
  until BIGINT
);
CREATE UNIQUE INDEX suppressions_by_address ON suppressions (address_hash, scope, company_id);
CREATE INDEX suppressions_of_company ON suppressions (company_id, id);
CREATE INDEX suppressions_ended ON suppressions (until);
CREATE INDEX suppressions_by_norm ON suppressions (address_norm);
CREATE INDEX suppressions_by_reason ON suppressions (reason, id);

CREATE TABLE bounces (
  id NUMBERED,
  fingerprint ID NOT NULL UNIQUE,
  mail_id BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('hard', 'soft', 'complaint', 'unsubscribe', 'unclassified')),
  action TEXT NOT NULL CHECK (action IN ('suppressed', 'recorded')),
  status TEXT,
  diagnostic TEXT,
  subject TEXT,
  excerpt TEXT,
  created_at BIGINT NOT NULL
);
CREATE INDEX bounces_of_mail ON bounces (mail_id);
CREATE INDEX bounces_by_time ON bounces (created_at);
CREATE INDEX bounces_by_kind ON bounces (kind, id);
`,
);
